// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One action as it was reduced: for logs, tests and other listeners.
public struct ActionRecord<State, Action> {
    /// The action.
    public let action: Action

    /// Where the action came from.
    public let origin: ActionOrigin

    /// The state after the action was reduced.
    public let state: State

    @inlinable
    init(action: Action, origin: ActionOrigin, state: State) {
        self.action = action
        self.origin = origin
        self.state = state
    }
}

extension ActionRecord: Sendable where State: Sendable, Action: Sendable {}

/// Where an action came from.
public enum ActionOrigin: Hashable, Sendable {
    /// It was sent to the store, to a scope of it or to its handle; so do services and middleware.
    case store

    /// A reducer sent it with `Effect.send`.
    case reducer

    /// A running effect sent it.
    case effect
}
