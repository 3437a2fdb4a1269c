// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// A machine's queue for other threads: actions sent through handles, and the ends of tokens.
///
/// First in, first out, over all threads. The machine empties it within its turns. For items that arrive between turns, it enqueues
/// a job on its actor, at most one at a time.
final class StoreInbox: Sendable {
    /// The result of adding a delivery.
    enum Reception {
        /// It is done in its order.
        case taken
        /// The machine is closed, and accepts nothing.
        case closed
        /// The machine is gone.
        case gone
    }

    private struct State {
        var items = Queue<StoreDelivery>()

        /// The groups of items that were taken, until the turn ends.
        var taken: [EffectGroup] = []
        var end: Reception?
        var isTurning: Bool
        var isScheduled = false
        /// Not retained: a handle does not keep a store alive.
        weak var actor: (any Actor)?

        /// The actor on which to start a job now; `nil` if none is needed, or none is possible.
        mutating func schedule() -> (any Actor)? {
            guard !items.isEmpty, !isTurning, !isScheduled, let actor else { return nil }
            isScheduled = true
            return actor
        }
    }

    private let state: Mutex<State>
    private let hasItemsFlag = Atomic(false)
    let reporter: DiagnosticReporter

    /// The task in which the machine is calling a service.
    private let visit = Atomic(0)

    /// Lets the machine empty the inbox; called on its actor.
    private let wake: StoreDelivery

    /// Carries the sender's context with actions.
    private let carrier: (any ContextCarrier)?

    init(
        actor: (any Actor)?,
        isTurning: Bool,
        reporter: DiagnosticReporter,
        carrier: (any ContextCarrier)?,
        wake: StoreDelivery
    ) {
        (self.carrier, self.reporter, self.wake) = (carrier, reporter, wake)
        state = Mutex(State(isTurning: isTurning, actor: actor))
    }

    /// Whether there may be an item in it; read without taking the lock.
    var hasItems: Bool { hasItemsFlag.load(ordering: .acquiring) }

    /// The actor of the machine, as long as it exists.
    var actor: (any Actor)? { state.withLock { $0.actor } }

    /// The number of items, such as actions, that a caller waits for.
    var waitingCount: Int {
        hasItems ? state.withLock { $0.items.all.count { $0.group != nil } } : 0
    }

    /// Whether the machine is gone.
    var isAbandoned: Bool { state.withLock { $0.end == .gone } }

    /// Calls a service, which may read the state meanwhile; on the machine's actor.
    func visiting(_ body: () -> Void) {
        let former = visit.exchange(Self.currentVisit, ordering: .relaxed)
        body()
        visit.store(former, ordering: .relaxed)
    }

    /// Whether the caller is a service that the machine is calling.
    ///
    /// Code that runs in the task of the call runs in the call. Without a task only the actor can distinguish
    /// threads; it stops the program if this is not its thread.
    var isVisiting: Bool {
        let current = Self.currentVisit
        guard visit.load(ordering: .relaxed) == current else { return false }
        if current == Self.visitWithoutTask { actor?.preconditionIsolated() }
        return true
    }

    private static let visitWithoutTask = 2

    /// The number of the current task: odd, so that it is neither that of no visit, 0, nor that of a visit without a task.
    private static var currentVisit: Int {
        withUnsafeCurrentTask { $0.map { $0.hashValue | 1 } ?? visitWithoutTask }
    }

    /// A delivery that is made in the sender's context.
    func carried(_ delivery: StoreDelivery) -> StoreDelivery {
        guard let carrier else { return delivery }
        let context = carrier.current
        return StoreDelivery(of: delivery.group) { carrier.resume(context, delivery.callAsFunction) }
    }

    /// Lets the machine empty the inbox now, on its actor.
    func deliver() { wake() }

    /// Changes the state, and then starts the job that lets the machine empty the inbox, if items wait for one.
    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, actor) = state.withLock { state in
            let result = body(&state)
            return (result, state.schedule())
        }
        if let actor { schedule(on: actor) }
        return result
    }

    /// Appends an item.
    func append(_ item: StoreDelivery) -> Reception {
        let reception = change { state in
            if let end = state.end { return end }
            state.items.append(item)
            hasItemsFlag.store(true, ordering: .releasing)
            return .taken
        }
        if reception != .taken { performLate([item]) }
        return reception
    }

    /// Removes and returns the first item, whose group waits for the end of the turn.
    func takeFirst() -> StoreDelivery? {
        guard hasItems else { return nil }
        return state.withLock { state in
            let item = state.items.popFirst()
            if let group = item?.group { state.taken.append(group) }
            if state.items.isEmpty { hasItemsFlag.store(false, ordering: .relaxed) }
            return item
        }
    }

    /// Ends the groups of the items that were taken.
    func releaseTaken() {
        let taken = state.withLock { state in
            defer { state.taken = [] }
            return state.taken
        }
        for group in taken { group.endArriving() }
    }

    /// The machine begins a turn, so no job is needed to wake it.
    func beginTurn() { state.withLock { $0.isTurning = true } }

    /// The machine wants to end its turn.
    ///
    /// Returns whether it may; then a job processes items that have arrived since.
    func endTurn() -> Bool {
        change { state in
            state.isTurning = false
            // Without an actor, nothing else would process them.
            return state.items.isEmpty || state.isScheduled || state.actor != nil
        }
    }

    /// Sets the actor of the machine.
    func move(to actor: any Actor) { change { $0.actor = actor } }

    /// Accepts nothing any more: the machine is closed.
    ///
    /// - Returns: The items that were in it; nothing waits for them any more.
    @discardableResult
    func close() -> [StoreDelivery] { end(.closed) }

    /// Accepts nothing any more: the machine is gone.
    ///
    /// Safe on any thread. Items that outlive the machine are still done on its actor.
    func abandon() { performLate(end(.gone)) }

    private func end(_ end: Reception) -> [StoreDelivery] {
        let items = state.withLock { state in
            state.end = end
            hasItemsFlag.store(false, ordering: .relaxed)
            defer { state.items = Queue() }
            return Array(state.items.all)
        }
        for item in items {
            item.group?.fail()
            item.group?.endArriving()
        }
        return items
    }

    /// Does the items that outlive the machine on its actor.
    private func performLate(_ items: [StoreDelivery]) {
        let lasting = items.filter(\.outlivesMachine)
        guard !lasting.isEmpty, let actor else { return }
        Task.detached(priority: Task.currentPriority) {
            await self.perform(on: actor) { for item in lasting { item() } }
        }
    }

    /// Starts the job that lets the machine empty the inbox.
    ///
    /// Detached, because it may do the work of many senders, which have different task-local values.
    private func schedule(on actor: any Actor) {
        let empty = { @Sendable in
            self.state.withLock { $0.isScheduled = false }
            self.wake()
        }
        // A test decides where it begins.
        let executor = EffectHost.current?.makeExecutor(EffectDescription(number: 0, name: nil, site: nil))
        Task.detached(executorPreference: executor, priority: Task.currentPriority) {
            await self.perform(on: actor, empty)
            executor?.effectEnded()
        }
    }

    private func perform(on actor: isolated any Actor, _ body: @Sendable () -> Void) { body() }
}

/// A delivery to the actor of a store: an action, or the end of a token.
///
/// Unchecked Sendable: it holds a closure of the store's actor, and at most an action that its sender gave away. It
/// is called only on the actor that owns the machine, and no code reads its contents on the way.
struct StoreDelivery: @unchecked Sendable {
    /// The group that the delivery is part of; waiting for the group waits for the delivery.
    let group: EffectGroup?

    /// Whether it is made on the actor even if the machine was closed or released.
    let outlivesMachine: Bool
    private let body: () -> Void

    init(of group: EffectGroup? = nil, outlivesMachine: Bool = false, _ body: @escaping () -> Void) {
        (self.group, self.outlivesMachine, self.body) = (group, outlivesMachine, body)
    }

    func callAsFunction() { body() }
}
