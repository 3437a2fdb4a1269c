// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sends actions of a step as one turn.
///
/// `revise` is called when their turn comes, and may return others to take their place. `finish` gets their
/// results.
package typealias StepSending<Action> = (
    _ revise: @escaping () -> [Action]?,
    _ finish: @escaping (StepResults<Action>) -> Void
) -> StoreTask

/// The way to a part of a store from outside: how actions join its queue, and how its state is read.
///
/// It keeps neither the machine nor a scope alive. So a scope may go away, and actions that were sent through it can
/// still be undone.
///
/// Unchecked Sendable: the closures belong to the store's actor, and have a weak reference to the machine. Handles
/// carry them from thread to thread. Only a `StoreDelivery` calls them, which the machine calls on that actor, and
/// code that is on that actor already.
package struct StoreWay<State, Action>: @unchecked Sendable {
    private let findMachine: () -> (any HostedMachine & PartMachine)?
    private let enqueue: (Action, EffectGroup) -> Void
    private let read: ((State) -> Void) -> Bool

    /// Embeds actions, and returns how to send those that are left as one turn; `nil` if none is left.
    package let step: ([Action]) -> StepSending<Action>?

    /// Whether the way leads to a whole store, which it may close.
    private let isWhole: Bool

    /// Called for each action when it is sent; for tests.
    private var onSend: (@Sendable (Action) -> Void)?

    init(_ machine: Machine<State, Action>) {
        findMachine = { [weak machine] in machine }
        enqueue = { [weak machine] action, group in
            guard let machine else { return }
            machine.queue.append(machine.waiting(action), origin: .store, group: group)
        }
        read = { [weak machine] in machine?.read($0) ?? false }
        step = { [weak machine] actions in
            guard !actions.isEmpty else { return nil }
            return { [weak machine] revise, finish in
                machine?.sendStep(actions, revise: revise, finish: finish) ?? StoreTask(group: nil)
            }
        }
        isWhole = true
    }

    /// The way that a lens shows of another.
    init<Lens: ScopeLens>(_ parent: StoreWay<Lens.Parent, Lens.ParentAction>, through lens: Lens)
    where Lens.State == State, Lens.Action == Action {
        findMachine = parent.findMachine
        enqueue = { [enqueue = parent.enqueue] action, group in
            if let action = lens.embed(action) { enqueue(action, group) }
        }
        read = { [read = parent.read] body in
            var isThere = false
            _ = read { isThere = lens.read($0, body) }
            return isThere
        }
        step = { [step = parent.step] actions in
            var embedded = actions.map(lens.embed)
            guard let send = step(embedded.compactMap { $0 }) else { return nil }
            return { revise, finish in
                send(
                    {
                        guard let revised = revise() else { return nil }
                        embedded = revised.map(lens.embed)
                        return embedded.compactMap { $0 }
                    },
                    { results in
                        var rest = results.actions[...]
                        let own = embedded.map { action -> ReducedAction<Action> in
                            guard action != nil else { return .refused }
                            return rest.removeFirst().extracted(by: lens.extract)
                        }
                        finish(StepResults(actions: own) { $0.map(lens.embed).flatMap(results.record) })
                    }
                )
            }
        }
        isWhole = lens.ownMachine != nil
    }

    /// The same way, with a closure that is called for each action when it is sent.
    func heard(by onSend: @escaping @Sendable (Action) -> Void) -> StoreWay {
        var way = self
        way.onSend = onSend
        return way
    }

    /// The machine, as long as it lives.
    package var machine: (any HostedMachine)? { findMachine() }

    /// The delivery that closes the store; `nil` if the way cannot close it.
    var closing: StoreDelivery? {
        isWhole ? StoreDelivery { [findMachine] in findMachine()?.close(at: nil) } : nil
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
}

extension Machine {
    /// A reference to the machine that does not retain it.
    package var way: StoreWay<State, Action> { StoreWay(self) }
}

extension Store {
    /// A reference to the store that does not retain it, for example for an undo history.
    package var way: StoreWay<State, Action> { part.way }
}
