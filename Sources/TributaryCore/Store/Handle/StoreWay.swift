// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The way from a handle to its store: how actions join its queue, and how its state is read.
///
/// Unchecked Sendable: the closures belong to the store's actor, and have a weak reference to the store. Handles
/// carry them from thread to thread. Only a `StoreDelivery` calls them, which the machine calls on that actor, and
/// `state`, which is read there.
struct StoreWay<State, Action>: @unchecked Sendable {
    private let enqueue: (Action, EffectGroup) -> Void
    private let read: ((State) -> Void) -> Bool

    /// Closes the store; `nil` if the way leads to a part of one.
    private let close: (() -> Void)?

    /// Called for each action when it is sent; for tests.
    private let onSend: (@Sendable (Action) -> Void)?

    init(
        enqueue: @escaping (Action, EffectGroup) -> Void,
        read: @escaping ((State) -> Void) -> Bool,
        close: (() -> Void)?,
        onSend: (@Sendable (Action) -> Void)? = nil
    ) {
        self.enqueue = enqueue
        self.read = read
        self.close = close
        self.onSend = onSend
    }

    /// The same way, with a closure that is called for each action when it is sent.
    func heard(by onSend: @escaping @Sendable (Action) -> Void) -> StoreWay {
        StoreWay(enqueue: enqueue, read: read, close: close, onSend: onSend)
    }

    /// The delivery that closes the store; `nil` if the way cannot close it.
    var closing: StoreDelivery? { close.map(StoreDelivery.init) }

    /// The same way, which may close the store of another way.
    func closing<Whole, WholeAction>(_ whole: StoreWay<Whole, WholeAction>) -> StoreWay {
        StoreWay(enqueue: enqueue, read: read, close: whole.close, onSend: onSend)
    }

    /// An action on its way into the queue.
    func delivery(_ action: Action, _ group: EffectGroup) -> StoreDelivery {
        onSend?(action)
        return StoreDelivery { [enqueue] in enqueue(action, group) }
    }

    /// Actions on their way into the queue.
    func delivery(_ actions: [Action], _ group: EffectGroup) -> StoreDelivery {
        if let onSend { actions.forEach(onSend) }
        return StoreDelivery { [enqueue] in for action in actions { enqueue(action, group) } }
    }

    /// Shows the state to a closure, on the actor of the store; `nil` when there is none.
    func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result? {
        var result: Result?
        var failure: (any Error)?
        _ = read { state in
            do { result = try body(state) } catch { failure = error }
        }
        if let failure { return try { throw failure }() }
        return result
    }

    /// The state, on the actor of the store.
    var state: State? {
        var state: State?
        _ = read { state = $0 }
        return state
    }

    /// The way to a part of the store.
    func scoped<Slice, SliceAction>(
        by lens: ScopeLens<State, Action, Slice, SliceAction>
    ) -> StoreWay<Slice, SliceAction> {
        StoreWay<Slice, SliceAction>(
            enqueue: { [enqueue] action, group in
                if let action = lens.embed(action) { enqueue(action, group) }
            },
            read: { [read] body in
                var isThere = false
                _ = read { isThere = lens.read($0, body) }
                return isThere
            },
            close: nil
        )
    }
}
