// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// refused: cannot find type 'Receipts' in scope
import Receipts

/// Of a feature that is only separate, not even the name can be seen.
func refused(feature: Receipts) {}
