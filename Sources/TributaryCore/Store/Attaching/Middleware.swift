// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Processes each action before its reducers, and the state after them; it may replace or drop the action, or send others.
///
/// ```swift
/// struct Journal: Middleware {
///     func didReduce(_ action: App.Action, from origin: ActionOrigin, state: App.State, store: StoreHandle<App.State, App.Action>) {
///         file.write(action)
///     }
/// }
/// let token = store.attach(Journal())
/// ```
/// The middleware that was attached first is outermost: it sees an action first, and its outcome last. All actions
/// pass it: those sent to the store and to its scopes, those of effects, and those that other middleware sends. Each
/// call is made on the store's actor; a middleware that belongs to the main actor conforms as `@MainActor
/// Middleware`. Make a middleware with dependencies in the store's closure, `store.attach { Journal() }`, so that it
/// gets the store's.
public protocol Middleware<State, Action>: Companion {
    // Declared again, because otherwise the compiler infers them from the requirements below.
    /// The state of the store.
    associatedtype State

    /// The actions of the store.
    associatedtype Action

    /// Processes an action before its reducers.
    ///
    /// Actions that it sends go to the end of the queue, and pass all middleware.
    ///
    /// - Parameters:
    ///   - action: The action, as the middleware before passed it on.
    ///   - origin: Where the action came from.
    ///   - state: The state before the action. If you keep a copy across the action, the reducers copy the storage that they
    ///     change.
    ///   - store: The store, for sending other actions, now or later.
    /// - Returns: The action for the next middleware, and finally for the reducers. `nil` drops the action: no reducer, listener,
    ///   or service receives it, and its `StoreTask` is empty.
    func willReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) -> Action?

    /// Processes an action and the state after its reducers, before any listener or service.
    ///
    /// - Parameters:
    ///   - action: The action, as it was reduced.
    ///   - origin: Where the action came from.
    ///   - state: The state after the action. If you keep a copy, later reducers copy the storage that they change.
    ///   - store: The store, for sending other actions, now or later.
    func didReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    )
}

extension Middleware {
    /// Passes the action on.
    public func willReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) -> Action? { action }

    /// Does nothing.
    public func didReduce(
        _ action: Action,
        from origin: ActionOrigin,
        state: State,
        store: StoreHandle<State, Action>
    ) {}
}

extension Middleware {
    /// The attachment that calls the middleware around the reducers.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        Attachment(
            willReduce: { willReduce($0, from: $1, state: $2, store: store) },
            didReduce: { didReduce($0, from: $1, state: $2, store: store) }
        )
    }
}

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
