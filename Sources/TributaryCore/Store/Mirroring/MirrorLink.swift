// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The link between a store on its own actor and its mirror on the main actor.
///
/// Actions go over in the order in which they were sent, and come back as the task of the work they started. After
/// every turn over there, what happened in it waits here until the mirror takes it; whoever takes it, the mirror's
/// own task or one that waits for work to be shown, takes all of it, so nothing can overtake anything.
final class MirrorLink<State: Equatable & Sendable, Action: Sendable>: Sendable {
    /// An action that was reduced over there.
    struct Happening: Sendable {
        let action: Action
        let origin: ActionOrigin
    }

    /// What happened over there and is not shown yet: of the states only the newest counts.
    struct Arrival: Sendable {
        var state: State?
        var happenings: [Happening] = []
    }

    private struct Sending: Sendable {
        let action: Action
        let answer: AsyncStream<StoreTask>.Continuation
    }

    private let arrival = Mutex(Arrival())
    private let sendings: AsyncStream<Sending>.Continuation

    /// Shows what has arrived; set by the mirror when it is made.
    @MainActor var show: @MainActor () -> Void = {}

    init<RootState, RootAction>(
        to store: StoreActor<RootState, RootAction>,
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

    /// Adds what happened in a turn.
    func arrive(_ state: State?, _ happenings: [Happening]) {
        arrival.withLock { arrival in
            if let state { arrival.state = state }
            arrival.happenings += happenings
        }
    }

    /// Takes all that has arrived.
    func take() -> Arrival {
        arrival.withLock { arrival in
            defer { arrival = Arrival() }
            return arrival
        }
    }
}

extension StoreActor {
    /// The dependencies of the reducers, which companions of a mirror have, too.
    var dependencies: Dependencies { machine.dependencies }

    /// Sends an action that is made on the store's actor.
    func send(_ make: @Sendable () -> Action) -> StoreTask { machine.send(make()) }

    /// Feeds a mirror: hands over the slice as it is, and after every turn what happened in it.
    ///
    /// - Parameters:
    ///   - slice: The part of the state that is mirrored.
    ///   - extract: Finds an action of that part.
    ///   - link: Takes what happens.
    /// - Returns: The slice now, and a signal whenever something has arrived.
    func feed<Slice, SliceAction>(
        _ slice: any KeyPath<State, Slice> & Sendable,
        extract: @escaping @Sendable (Action) -> SliceAction?,
        link: MirrorLink<Slice, SliceAction>
    ) -> (Slice, AsyncStream<Void>) {
        let core = RootCore(machine: machine)
        let feed = MirrorFeed<Slice, SliceAction>(state: machine.state[keyPath: slice])
        let signals = StreamEnd.stream(.bufferingNewest(1)) { continuation, end in
            ObservationToken([
                core.attach(feed.listener(retaining: end, extract), keepingScope: false),
                // Comes after every turn: a turn may have actions of the slice, and leave it as it was.
                core.observe({ $0[keyPath: slice] }, isDuplicate: nil, retaining: end) { state in
                    if feed.pass(state, to: link) { continuation.yield() }
                },
            ])
        } insert: {
            core.insert($0)
        }
        return (feed.state, signals)
    }
}

/// What happened in the turn that runs, on the side of the store that is mirrored.
private final class MirrorFeed<State: Equatable & Sendable, Action: Sendable> {
    private(set) var state: State
    private var happenings: [MirrorLink<State, Action>.Happening] = []

    init(state: State) { self.state = state }

    /// What hears of the actions of the slice in the whole store.
    func listener<Root, RootAction>(
        retaining end: StreamEnd,
        _ extract: @escaping (RootAction) -> Action?
    ) -> Attachment<Root, RootAction> {
        OutputListener(retaining: end, extract: extract) { [self] action, origin in
            happenings.append(.init(action: action, origin: origin))
        }
    }

    /// Hands over what happened since the last time; tells whether anything did.
    func pass(_ state: State, to link: MirrorLink<State, Action>) -> Bool {
        let isChanged = state != self.state
        guard isChanged || !happenings.isEmpty else { return false }
        link.arrive(isChanged ? state : nil, happenings)
        self.state = state
        happenings = []
        return true
    }
}

extension Machine {
    /// Reduces actions as one turn, each with the origin it had elsewhere.
    func relay(_ actions: [(Action, ActionOrigin)]) {
        guard !actions.isEmpty, !isClosed else { return }
        for (action, origin) in actions { queue.append(action, origin: origin, group: nil) }
        if storage.pointee.phase == .idle { runTurn() } else { storage.pointee.isAttended = true }
    }

    /// Calls a closure for each signal, on the main actor, until the machine is closed or released.
    @MainActor
    func follow(_ signals: AsyncStream<Void>, _ onSignal: @escaping @MainActor (Machine) -> Void) {
        Task { @MainActor [weak self] in
            for await _ in signals {
                guard let self, !self.isClosed else { return }
                onSignal(self)
            }
        }
    }
}
