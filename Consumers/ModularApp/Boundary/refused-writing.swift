// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// refused: cannot assign to property: 'state' is a get-only property
import Tributary

/// Nobody may write the state of a store: it changes by actions.
@MainActor
func refused(store: Store<Int, Int>) { store.state = 1 }
