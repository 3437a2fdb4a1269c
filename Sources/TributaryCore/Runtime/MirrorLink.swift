// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The link between a store on its own actor and its mirror on the main actor.
///
/// Actions go over in the order in which they were sent, and come back as the task of the work they started.
/// States come back with the number of their turn, so that a late one cannot undo a newer one.
final class MirrorLink<State: Equatable & Sendable, Action: Sendable>: Sendable {
    /// A slice of the state after a turn.
    struct Update: Sendable {
        let state: State
        let turn: Int
    }

    private struct Sending: Sendable {
        let action: Action
        let answer: AsyncStream<StoreTask>.Continuation
    }

    private let sendings: AsyncStream<Sending>.Continuation
    private let fetch: @Sendable () async -> Update

    init<RootState, RootAction>(
        to store: StoreActor<RootState, RootAction>,
        state: any KeyPath<RootState, State> & Sendable,
        embed: @escaping @Sendable (Action) -> RootAction
    ) {
        let (waiting, continuation) = AsyncStream.makeStream(of: Sending.self)
        sendings = continuation
        // Ends with the link, which finishes what it waits for.
        Task {
            for await sending in waiting {
                let task = await store.send { embed(sending.action) }
                sending.answer.yield(task)
                sending.answer.finish()
            }
        }
        fetch = { await store.update(state) }
    }

    deinit { sendings.finish() }

    /// Sends an action after those that were sent before.
    ///
    /// - Parameter action: The action.
    /// - Returns: Gives the task of the work it started, once it was reduced.
    func send(_ action: Action) -> AsyncStream<StoreTask> {
        let (answer, continuation) = AsyncStream.makeStream(of: StoreTask.self)
        sendings.yield(Sending(action: action, answer: continuation))
        return answer
    }

    /// The slice as it is now.
    func update() async -> Update { await fetch() }
}

extension StoreActor {
    /// Sends an action that is made on the store's actor.
    func send(_ make: @Sendable () -> Action) -> StoreTask { machine.send(make()) }

    /// A slice of the state, with the number of the turn that made it.
    func update<Slice: Equatable & Sendable, SliceAction: Sendable>(
        _ slice: KeyPath<State, Slice>
    ) -> MirrorLink<Slice, SliceAction>.Update {
        MirrorLink.Update(state: machine.state[keyPath: slice], turn: machine.turn)
    }

    /// A slice of the state, with the number of its turn, now and after every turn that changed it.
    func updates<Slice: Equatable & Sendable, SliceAction: Sendable>(
        _ slice: any KeyPath<State, Slice> & Sendable
    ) -> AsyncStream<MirrorLink<Slice, SliceAction>.Update> {
        let core = RootCore(machine: machine)
        return StreamEnd.stream(.bufferingNewest(1)) { continuation, end in
            core.observe({ $0[keyPath: slice] }, isDuplicate: { $0 == $1 }, retaining: end) {
                [machine] state in
                continuation.yield(MirrorLink.Update(state: state, turn: machine.turn))
            }
        } insert: {
            core.insert($0)
        }
    }
}

extension Machine {
    /// Sends an action for each element of a sequence, on the main actor, until the machine is closed or released.
    @MainActor
    func follow<Element: Sendable>(
        _ elements: AsyncStream<Element>,
        action: @escaping @MainActor (Element) -> Action
    ) {
        Task { @MainActor [weak self] in
            for await element in elements {
                guard let self, !self.isClosed else { return }
                self.send(action(element))
            }
        }
    }
}
