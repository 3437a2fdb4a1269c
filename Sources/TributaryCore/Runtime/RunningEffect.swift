// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One operation that has begun: its task, and whether it is over.
///
/// Unchecked Sendable: everything is constant, atomic or behind a lock, but for `number`, which is set before the effect
/// starts, and `outer`, which is set before its task is made.
final class RunningEffect: EffectChannel, @unchecked Sendable {
    /// Which one it is in the table of the machine.
    var number = EffectNumber(order: 0, slot: 0)

    /// Its position among the operations of the machine, counted from 1, and the name that its reducer gave it.
    let description: EffectDescription

    /// The group that waits for it; `nil` if the runtime started it for itself.
    let group: EffectGroup?

    /// The deferred work that it is a part of, if any.
    let deferral: EffectGroup?

    /// The group that may cancel it.
    private let holder: EffectGroup?

    /// The entry of the action that it follows from, where entries are recorded.
    let cause: Int?

    /// Whether the machine waits to be told of its end.
    private let isAwaited: Bool

    /// What embeds its actions.
    let way: EffectChain<EffectEmbedding>?

    /// The dependencies of its subtree, if they differ from the store's.
    let dependencies: Dependencies?
    private let retries: EffectChain<EffectRetry>?
    private let failure: (any Error)?
    private let home: EffectHome

    /// What overrode the store's dependencies where the effect started, if it runs with others.
    private var outer: Dependencies?
    private let phase = Atomic(Phase.running)
    private let state: Mutex<State>

    private enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
        /// Cancelled by the machine, which takes note of its end only if that is awaited.
        case cancelledByMachine
    }

    private struct State {
        /// What the effect does, until it has been done: what the program's operation captures is not kept longer.
        var work: EffectWork?
        var task: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - work: What it does.
    ///   - context: Where it was asked for.
    ///   - failure: An error to handle instead of doing the work.
    ///   - order: Its position among the operations of the machine.
    ///   - home: Where the machine is used.
    init(
        _ work: EffectWork,
        in context: EffectContext,
        group: EffectGroup?,
        isAwaited: Bool,
        failure: (any Error)?,
        order: Int,
        home: EffectHome
    ) {
        state = Mutex(State(work: work))
        way = context.way
        dependencies = context.dependencies
        retries = context.retries
        self.isAwaited = isAwaited
        self.failure = failure
        self.home = home
        self.group = group
        description = EffectDescription(number: order, name: work.name, site: work.site)
        cause = context.cause
        // Deferred work comes to an end. A stream lasts until it is cancelled, so it is no part of deferred work.
        deferral = work.isStream || context.belongsToState ? nil : context.deferral
        holder = context.belongsToState ? context.holder : group
    }

    /// What it does, until that has been done.
    var work: EffectWork? { state.withLock { $0.work } }

    var isCancelled: Bool {
        switch phase.load(ordering: .acquiring) {
        case .running, .ended: false
        case .cancelled, .cancelledByMachine: true
        }
    }

    /// Whether the operation has ended by itself.
    var hasEnded: Bool { phase.load(ordering: .acquiring) == .ended }

    private var isRunning: Bool { phase.load(ordering: .acquiring) == .running }

    /// Registers the effect with its groups: those that wait for it, and the one that may cancel it.
    func enterGroups() {
        deferral?.enter()
        if holder !== group { group?.enter() }
        holder?.enter(self)
    }

    /// Undoes `enterGroups`.
    func leaveGroups() {
        holder?.leave(self)
        if holder !== group { group?.leave() }
        deferral?.leave()
    }

    /// Cancels the effect unless it has ended.
    ///
    /// It delivers nothing more.
    ///
    /// - Returns: Whether it was running.
    @discardableResult
    func cancel(byMachine: Bool = false) -> Bool {
        guard leave(byMachine ? .cancelledByMachine : .cancelled) else { return false }
        state.withLock { $0.task }?.cancel()
        return true
    }

    @discardableResult
    private func leave(_ next: Phase) -> Bool {
        phase.compareExchange(expected: .running, desired: next, ordering: .acquiringAndReleasing).exchanged
    }

    // MARK: The task

    /// Starts the task.
    func start(on executor: (any EffectExecutor)?) {
        let task = Dependencies.$performer.withValue(home.port) {
            guard let dependencies else { return makeTask(on: executor) }
            outer = .overriding
            return Dependencies.$overriding.withValue(dependencies) { makeTask(on: executor) }
        }
        state.withLock { $0.task = task }
        // A cancellation while the task was being made found no task to cancel.
        if isCancelled { task.cancel() }
    }

    private func makeTask(on executor: (any EffectExecutor)?) -> Task<Void, Never> {
        let work = self.work
        if executor == nil, let isolation = work?.isolation {
            return makeTask(beginningOn: isolation, work?.priority)
        }
        // Without the records that a name and an executor leave in a task.
        if description.name == nil, executor == nil {
            return Task(priority: work?.priority) { await self.run(on: nil) }
        }
        return Task(name: description.name, executorPreference: executor, priority: work?.priority) {
            await self.run(on: executor)
        }
    }

    /// Makes a task whose first job is in the queue of an actor when this returns.
    ///
    /// From the global executor the job would come there later, and others before it.
    private func makeTask(
        beginningOn isolation: any Actor,
        _ priority: TaskPriority?
    ) -> Task<Void, Never> {
        typealias Isolated = (isolated any Actor) -> Task<Void, Never>
        typealias Anywhere = (any Actor) -> Task<Void, Never>
        let make: Isolated = { isolation in
            Task(name: self.description.name, priority: priority) {
                // The closure captures `isolation`, and so the task is isolated as the closure is.
                await self.run(isolation: isolation, on: nil)
            }
        }
        // Called on the machine's actor, which may be another actor. That is safe: the closure touches nothing of the
        // actor but hands the reference to the task, and isolation does not change how it is called.
        return unsafeBitCast(make, to: Anywhere.self)(isolation)
    }

    private func run(isolation: isolated (any Actor)? = nil, on executor: (any EffectExecutor)?) async {
        await perform(on: isolation)
        executor?.operationEnded()
        leave(.ended)
        if isAwaited {
            // What follows begins where the machine is.
            if let actor = home.actor { await tellEnd(on: actor) }
        } else {
            release()
            if phase.load(ordering: .relaxed) != .cancelledByMachine { home.port.end(self) }
        }
        leaveGroups()
        executor?.effectEnded()
    }

    private func perform(on isolation: isolated (any Actor)?) async {
        guard let work else { return }
        do {
            if let failure { throw failure }
            if let retries {
                try await attempt(work, retries, on: isolation)
            } else {
                try await work.perform(for: self, on: isolation)
            }
        } catch {
            // A cancelled operation is expected to stop by throwing: that is no failure. And a missing dependency was
            // reported when it was used; no handler can make up for it.
            if !isCancelled, !(error is UnimplementedError) { await work.handle(error, for: self) }
        }
    }

    /// Does the work until an attempt succeeds, or no policy allows another.
    ///
    /// All attempts of an inner policy are one attempt of the outer one.
    private func attempt(
        _ work: EffectWork,
        _ retries: EffectChain<EffectRetry>,
        on isolation: isolated (any Actor)?
    ) async throws {
        var levels: [(retry: EffectRetry, policy: RetryPolicy, attempt: Int)] = []
        var next: EffectChain? = retries
        while let retry = next {
            let policy = retry.element.policy
            if policy.attempts < 1 {
                report(.belowOne("A retry policy", allows: policy.attempts, site: work.site))
            }
            levels.append((retry.element, policy, 1))
            next = retry.rest
        }
        while true {
            do {
                return try await work.perform(for: self, on: isolation)
            } catch {
                // An unimplemented dependency is missing at the next attempt, too.
                guard !isCancelled, !(error is UnimplementedError),
                    let (level, delay) = Self.delay(after: error, &levels)
                else { throw error }
                if delay > .zero { try await levels[level].retry.sleep(delay) }
            }
        }
    }

    /// The innermost policy that allows another attempt, and the wait before it; those within it begin anew.
    private static func delay(
        after error: any Error,
        _ levels: inout [(retry: EffectRetry, policy: RetryPolicy, attempt: Int)]
    ) -> (level: Int, delay: Duration)? {
        for level in levels.indices {
            if let delay = levels[level].policy.delay(after: error, attempt: levels[level].attempt) {
                levels[level].attempt += 1
                return (level, delay)
            }
            levels[level].policy = levels[level].retry.policy
            levels[level].attempt = 1
        }
        return nil
    }

    /// Releases the work, which has been done: outside of the lock, as what it holds may run any code at its end.
    private func release() {
        let done = state.withLock { $0.work.take() }
        withExtendedLifetime(done) {}
    }

    private func tellEnd(on actor: isolated any Actor) {
        // Kept meanwhile: what its effects use of it is there as long as it is.
        if let machine = home.machine { withExtendedLifetime(machine) { machine.effects.end(self) } }
        release()
    }

    /// Tells the machine that a wait is over.
    func tellDue(_ wait: EffectWait) async {
        if isRunning, let actor = home.actor { await tellDue(wait, on: actor) }
    }

    private func tellDue(_ wait: EffectWait, on actor: isolated any Actor) {
        guard let machine = home.machine else { return }
        withExtendedLifetime(machine) {
            machine.openInbox()
            if isRunning { machine.effects.goOn(after: wait, number) }
        }
    }

    // MARK: Actions

    /// The actor of the store; `nil` if the effect is over or its store is gone.
    func destination(of operation: EffectOperation) -> (any Actor)? {
        guard isRunning else {
            reportIfEnded(operation)
            return nil
        }
        return home.actor
    }

    /// Delivers an action where the machine is, unless the effect is over.
    func deliver(
        _ operation: sending EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?,
        on actor: consuming isolated any Actor
    ) async {
        // The turn that the action starts runs within the effect's task. What is reduced there belongs to the whole
        // store, so the subtree's dependencies do not apply meanwhile.
        guard dependencies != nil else { return deliver(operation, around) }
        Dependencies.$overriding.withValue(outer) { deliver(operation, around) }
    }

    /// Nothing is delivered if the effect was cancelled on the way here. What the inbox holds is reduced first, and
    /// may cancel the effect.
    private func deliver(
        _ operation: EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?
    ) {
        guard let machine = home.machine else { return }
        withExtendedLifetime(machine) {
            machine.openInbox()
            guard isRunning else { return reportIfEnded(operation) }
            guard let around else { return receive(operation, by: machine) }
            around { receive(operation, by: machine) }
        }
    }

    private func receive(_ operation: EffectOperation, by machine: any EffectMachineOwner) {
        guard let operation = embed(operation, by: way) else { return }
        let sender = EffectSender(group: group, cause: cause)
        machine.effects.deferring(deferral) { machine.receive(operation, from: sender) }
    }

    private func reportIfEnded(_ operation: EffectOperation) {
        if hasEnded { report(.sentAfterEnd(operation.actionText, site: description.site)) }
    }

    func report(_ diagnostic: Diagnostic) { home.port.reporter.report(diagnostic) }
}
