// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// refused: cannot assign to property: 'state' is a get-only property
import Tributary

/// The state of a store cannot be written: it changes by actions.
@MainActor
func refused(store: Store<Int, Int>) { store.state = 1 }
