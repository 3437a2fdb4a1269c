// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A middleware made of closures.
///
/// ```swift
/// let token = store.attach(ActionMiddleware(willReduce: { action, _, state, _ in
///     state.isLocked ? nil : action
/// }))
/// ```
public struct ActionMiddleware<State, Action>: Middleware {
    /// Called before the reducers of an action; returns the action that they get.
    public typealias WillReduce = (Action, ActionOrigin, State, StoreHandle<State, Action>) -> Action?

    /// Called after the reducers of an action.
    public typealias DidReduce = (Action, ActionOrigin, State, StoreHandle<State, Action>) -> Void

    private let before: WillReduce?
    private let after: DidReduce?

    /// A middleware that calls these closures.
    ///
    /// - Parameters:
    ///   - willReduce: Sees an action before its reducers; by default passes it on.
    ///   - didReduce: Sees an action after its reducers; by default does nothing.
    public init(willReduce: WillReduce? = nil, didReduce: DidReduce? = nil) {
        before = willReduce
        after = didReduce
    }

    /// Calls the first closure, if there is one.
    public func willReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) -> Action? {
        guard let before else { return action }
        return before(action, origin, state, store)
    }

    /// Calls the second closure, if there is one.
    public func didReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) {
        after?(action, origin, state, store)
    }
}
