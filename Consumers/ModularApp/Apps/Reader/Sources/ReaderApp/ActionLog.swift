// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// Keeps the names of all actions, in order.
@MainActor
final class ActionLog: @MainActor Middleware {
    private(set) var names: [String] = []

    func didReduce(
        _ action: Reader.Action,
        from origin: ActionOrigin,
        state: Reader.State,
        store: StoreHandle<Reader.State, Reader.Action>
    ) {
        names.append(String("\(action)".prefix { $0 != "(" }))
    }
}
