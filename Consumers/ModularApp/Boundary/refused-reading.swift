// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// refused: 'reads' is inaccessible due to 'internal' protection level
import Scanner

/// A parent may not look into the state of a feature.
func refused(state: Scanner.State) -> Int { state.reads }
