// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The same store with a closure on the way of its actions: it lets them through, holds them back, or sends others.
    ///
    /// ```swift
    /// let logged = store.scope { action in log(action); return action }
    /// let restricted = store.scope { action in user.may(action) ? action : nil }
    /// ```
    /// Only what is sent through this scope, and through scopes of it, goes through the closure; a middleware sees
    /// every action of a store. A closure has no identity: each call makes another scope.
    ///
    /// - Parameter send: Gives the action to send, or `nil` to send none.
    /// - Returns: The store, which is handed on like any other.
    public func scope(sending send: @escaping @MainActor (Action) -> Action?) -> Store<State, Action> {
        makeScope(
            read: { state, body in
                body(state)
                return true
            },
            sending: { send($0) },
            hearing: { $0 },
            observers: { $0.child(at: Lens(\.self), of: \State.self) }
        )
    }

    /// The store of a part that no path names, with closures for both directions.
    ///
    /// ```swift
    /// let total = store.scope { $0.items.map(\.price).reduce(0, +) } sending: { (coupon: Coupon) in .apply(coupon) }
    /// ```
    /// The part is made anew whenever it is read, and once a turn while it is observed. A closure has no identity:
    /// each call makes another scope. Where a path leads to the part, `scope(state:action:)` costs less.
    ///
    /// - Parameters:
    ///   - read: Makes the part from the state.
    ///   - send: Gives the action to send, or `nil` to send none.
    ///   - hear: Finds an action of the part in one of this store's, for `onAction` and `actions`; by default none is
    ///     found.
    /// - Returns: The store of that part.
    public func scope<PartState, PartAction>(
        reading read: @escaping (State) -> PartState,
        sending send: @escaping @MainActor (PartAction) -> Action?,
        hearing hear: @escaping (Action) -> PartAction? = { _ in nil }
    ) -> Store<PartState, PartAction> {
        makeScope(
            read: { state, body in
                body(read(state))
                return true
            },
            sending: { send($0) },
            hearing: hear,
            observers: { $0.child(at: nil, make: read) }
        )
    }

    private func makeScope<PartState, PartAction>(
        read: @escaping (State, (PartState) -> Void) -> Bool,
        sending send: @escaping (PartAction) -> Action?,
        hearing hear: @escaping (Action) -> PartAction?,
        observers: @escaping (ObserverTree<State>) -> ObserverTree<PartState>
    ) -> Store<PartState, PartAction> {
        let lens = ClosureLens(
            readPart: read,
            embedAction: send,
            extractAction: hear,
            findObservers: observers
        )
        let part = ScopedPart(parent: part, lens: lens)
        return Store<PartState, PartAction>(scope: part, of: self) { [sendAction] action in
            guard let action = send(action) else { return StoreTask(group: nil) }
            return sendAction(action)
        }
    }
}
