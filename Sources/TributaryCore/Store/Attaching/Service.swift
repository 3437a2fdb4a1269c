// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A companion that starts, follows one detail of the state, and stops.
///
/// ```swift
/// final class Player: @MainActor Service {
///     func detail(of state: App.State) -> Track? { state.playing }
///     func stateChanged(from old: Track?, to new: Track?, store: StoreHandle<App.State, App.Action>) {
///         output.play(new) { store.send(.ended) }
///     }
///     func stop(store: StoreHandle<App.State, App.Action>) { output.close() }
/// }
/// let token = store.attach(Player())
/// ```
/// One with dependencies is made in the store's closure, `store.attach { Player() }`; then they are the store's. One
/// that was made elsewhere reads the defaults, which the store reports.
///
/// In each call the state can be read at once: `store.withState { $0.volume }`.
///
/// The store retains it only as long as the token lives. Each call is made on the store's actor, and none may wait: a
/// service with long work owns the tasks for it, and sends through the handle. Actions that it sends in a call join
/// the queue of the turn, after the actions that already wait.
public protocol Service<State, Action>: Companion {
    // Declared again, because otherwise the compiler infers them from the requirements below.
    /// The state of the store.
    associatedtype State

    /// The actions of the store.
    associatedtype Action

    /// The part of the state that the service follows; omit it for a service that follows none.
    associatedtype Detail: Equatable = Never?

    /// Selects the detail that the service follows; called after each action.
    ///
    /// The last detail is kept for comparison, so a large array that is followed as a whole is copied at its next change.
    ///
    /// - Parameter state: The state.
    /// - Returns: The detail.
    func detail(of state: State) -> Detail

    /// Begins the service, once, when it is attached.
    ///
    /// - Parameter store: The store, which may be kept. Actions that are sent here are reduced before `attach`
    ///   returns, unless a turn is running.
    func start(store: StoreHandle<State, Action>)

    /// Called after each action that changed the detail, but not for the first value (law 4).
    ///
    /// - Parameters:
    ///   - old: The detail before the action.
    ///   - new: The detail after it.
    ///   - store: The store.
    func stateChanged(from old: Detail, to new: Detail, store: StoreHandle<State, Action>)

    /// Stops the service, once, when its token is dropped or its store is closed.
    ///
    /// No method of the service is called afterwards (law 12).
    ///
    /// When the store is closed, services that were attached earlier have stopped already. Those attached later receive the actions
    /// sent here before they stop.
    ///
    /// - Parameter store: The store. Actions sent here, and actions that follow from them, are reduced before the next service
    ///   stops; their effects do not start. Closing the store here is a diagnostic and does nothing.
    func stop(store: StoreHandle<State, Action>)
}

extension Service {
    /// Does nothing.
    public func start(store: StoreHandle<State, Action>) {}

    /// Does nothing.
    public func stateChanged(from old: Detail, to new: Detail, store: StoreHandle<State, Action>) {}

    /// Does nothing.
    public func stop(store: StoreHandle<State, Action>) {}
}

extension Service where Detail == Never? {
    /// Nothing: the service follows no part of the state.
    public func detail(of state: State) -> Never? { nil }
}

extension Service {
    /// The attachment that starts the service, notifies it of changes, and stops it.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        attachment(to: store, willReduce: nil, didReduce: nil)
    }

    fileprivate func attachment(
        to store: StoreHandle<State, Action>,
        willReduce: ((Action, ActionOrigin, State) -> Action?)?,
        didReduce: ((Action, ActionOrigin, State) -> Void)?
    ) -> Attachment<State, Action> {
        let isUnbound = Mirror(reflecting: self).hasUnbound
        /// Reports dependencies that are not the store's, because the service was made elsewhere, to the store's reporter.
        func reporting<Result>(_ body: () -> Result) -> Result {
            isUnbound ? DiagnosticReporter.$current.withValue(store.inbox.reporter, operation: body) : body()
        }
        /// Lets the service read the state through its handle.
        func call(_ body: () -> Void) { store.inbox.visiting { reporting(body) } }
        var last: Detail?
        return Attachment(
            willReduce: willReduce,
            didReduce: didReduce,
            start: { call { start(store: store) } },
            look: { read in
                _ = read { state in
                    let (former, new) = (last, reporting { detail(of: state) })
                    guard former != new else { return }
                    last = new
                    if let former { call { stateChanged(from: former, to: new, store: store) } }
                }
                return .none
            },
            stop: { call { stop(store: store) } }
        )
    }
}

extension Service where Self: Middleware {
    /// The attachment for both the service and the middleware.
    public func attachment(to store: StoreHandle<State, Action>) -> Attachment<State, Action> {
        attachment(
            to: store,
            willReduce: { willReduce($0, from: $1, state: $2, store: store) },
            didReduce: { didReduce($0, from: $1, state: $2, store: store) }
        )
    }
}

extension Mirror {
    /// Whether a property belongs to no store yet.
    fileprivate var hasUnbound: Bool {
        if children.contains(where: { ($0.value as? any StoreBound)?.isUnbound == true }) { return true }
        return superclassMirror?.hasUnbound ?? false
    }
}
