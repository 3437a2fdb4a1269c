// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The link between a store on its own actor and its mirror on the main actor.
///
/// Actions go to the store in the order in which they were sent, and return the task of the effects they started.
/// After every turn of the store, its results wait here until the mirror takes them. The mirror's own task, or one
/// that waits for effects to be shown, takes all of them at once, so nothing can overtake anything.
final class MirrorLink<State: Equatable & Sendable, Action: Sendable>: Sendable {
    /// An action that the mirrored store has reduced.
    struct Happening: Sendable {
        let action: Action
        let origin: ActionOrigin
    }

    /// What happened in the mirrored store and is not shown yet; of the states only the newest counts.
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
        // Ends with the link, and then finishes.
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

    /// Adds the results of a turn.
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
    /// The dependencies of the reducers, which companions of a mirror get, too.
    var dependencies: Dependencies { machine.dependencies }

    /// Sends an action that is made on the store's actor.
    func send(_ make: @Sendable () -> Action) -> StoreTask { machine.send(make()) }

    /// Feeds a mirror: sends the current part, and after every turn the results of that turn.
    ///
    /// - Parameters:
    ///   - part: The part of the state that is mirrored.
    ///   - extract: Finds an action of that part.
    ///   - link: Receives the results.
    /// - Returns: The part now, a signal whenever something has arrived, and what ends the signals.
    func feed<Part, PartAction>(
        _ part: any KeyPath<State, Part> & Sendable,
        extract: @escaping @Sendable (Action) -> PartAction?,
        link: MirrorLink<Part, PartAction>
    ) -> (Part, AsyncStream<Void>, StreamEnd?) {
        let whole: any StorePart<State, Action> = machine
        let feed = MirrorFeed<Part, PartAction>(state: machine.state[keyPath: part])
        weak var made: StreamEnd?
        let signals = StreamEnd.stream(.bufferingNewest(1)) { continuation, end in
            made = end
            return ObservationToken([
                whole.attach(feed.listener(retaining: end, extract), keepingScope: false),
                // Called after every turn: a turn may have actions of the part without changing it.
                // The link keeps this store alive, so it is not kept here: nothing may be sent after the mirror has gone.
                whole.observe({ $0[keyPath: part] }, isDuplicate: { _, _ in false }, retaining: end) {
                    [weak link] state in
                    if let link, feed.pass(state, to: link) { continuation.yield() }
                },
            ])
        } insert: {
            whole.machine.insert($0)
        }
        return (feed.state, signals, made)
    }
}

/// The results of the current turn, on the side of the mirrored store.
private final class MirrorFeed<State: Equatable & Sendable, Action: Sendable> {
    private(set) var state: State
    private var happenings: [MirrorLink<State, Action>.Happening] = []

    init(state: State) { self.state = state }

    /// The listener to the actions of the part in the whole store.
    func listener<Root, RootAction>(
        retaining end: StreamEnd,
        _ extract: @escaping (RootAction) -> Action?
    ) -> Attachment<Root, RootAction> {
        OutputListener(retaining: end, extract: extract) { [self] action, origin in
            happenings.append(.init(action: action, origin: origin))
        }
    }

    /// Sends what happened since the last call.
    ///
    /// Returns whether anything did.
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
    /// Reduces actions as one turn, each with the origin it had in the mirrored store.
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
