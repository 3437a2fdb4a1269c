// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// refused: inaccessible due to 'internal' protection level
import Scanner

/// A parent must not make internal actions of a feature.
func refused() -> Scanner.Action { .own(Scanner.Action.Own(event: .beam("1"))) }
