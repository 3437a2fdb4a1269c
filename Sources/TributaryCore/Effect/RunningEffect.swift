// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One operation that has begun: its task, and whether it is over.
///
/// Unchecked Sendable: everything is constant, atomic or behind a lock, but for the record of the table and `awaited`, which only the machine
/// uses, and `outer`, which is set before its task is made. Its task reads `isTold` of the record, which never changes for an operation.
final class RunningEffect: EffectRecord, EffectChannel, @unchecked Sendable {
    /// The commit that it waits for, and the context in which its action was sent.
    var awaited: (commit: PendingCommit, context: (any Sendable)?)?

    /// Its position among the operations of the machine, counted from 1, and the name that its reducer gave it.
    let description: EffectDescription

    /// The reason why it waits, if it does nothing else.
    let wait: EffectWork.Wait?
    private let runner: EffectRunner

    /// The overriding dependencies at the start of the effect, if it runs with others.
    private var outer: Dependencies?
    private let phase = Atomic(Phase.running)
    private let state: Mutex<State>

    private enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
        /// Cancelled by the machine, which takes note of its end only if that is awaited.
        case cancelledByMachine
    }

    private struct State {
        /// The work, until it is done: the captures of the program's operation are not kept longer.
        var work: EffectWork?
        var task: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - work: The work.
    ///   - context: The context of its request.
    ///   - identifier: Its cancellation identifier.
    ///   - isTold: Whether the parent in the context waits for it.
    ///   - runner: Runs the effects of its machine.
    init(
        _ work: EffectWork,
        in context: EffectContext,
        under identifier: AnyHashable?,
        isTold: Bool,
        runner: EffectRunner
    ) {
        state = Mutex(State(work: work))
        var kept = context
        // Deferred work comes to an end. A stream lasts until it is cancelled, so it is no part of deferred work.
        if work.isStream || context.belongsToState { kept.group = kept.group?.base }
        kept.holder = kept.canceller
        // A wait is not the program's, and does not fail.
        if work.wait != nil { kept.retries = nil }
        // No group waits for a window to close.
        if work.wait == .window { (kept.group, kept.holder) = (nil, nil) }
        self.runner = runner
        wait = work.wait
        runner.operationCount += 1
        description = EffectDescription(number: runner.operationCount, name: work.name, site: work.site)
        super.init(.operation, in: kept, under: identifier, isTold: isTold)
    }

    /// The work, until it is done.
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
        if context.holder !== context.group { context.group?.enter() }
        context.holder?.enter(self)
    }

    /// Undoes `enterGroups`.
    func leaveGroups() {
        context.holder?.leave(self)
        if context.holder !== context.group { context.group?.leave() }
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
        let task = Dependencies.$performer.withValue(runner) {
            guard let dependencies = context.dependencies else { return makeTask(on: executor) }
            outer = .overriding
            return Dependencies.$overriding.withValue(dependencies) { makeTask(on: executor) }
        }
        state.withLock { $0.task = task }
        // A cancellation while the task was being made found no task to cancel.
        if isCancelled { task.cancel() }
    }

    private func makeTask(on executor: (any EffectExecutor)?) -> Task<Void, Never> {
        let (rawPriority, isolation) = state.withLock { ($0.work?.priority, $0.work?.isolation) }
        let (name, priority) = (description.name, rawPriority.map(TaskPriority.init))
        // Not as one call: a task without a preference of its own is cheaper than one whose preference is `nil`.
        if let executor {
            return Task(name: name, executorPreference: executor, priority: priority) {
                await self.run(on: executor)
            }
        }
        guard let isolation else {
            return Task(name: name, priority: priority) { await self.run(on: nil) }
        }
        // The first job of this task is enqueued on the actor when this returns. A job on the global executor would reach the
        // actor later, behind others.
        typealias Isolated = (isolated any Actor) -> Task<Void, Never>
        typealias Anywhere = (any Actor) -> Task<Void, Never>
        let make: Isolated = { isolation in
            // The closure captures `isolation`, and so the task is isolated as the closure is.
            Task(name: name, priority: priority) { await self.run(isolation: isolation, on: nil) }
        }
        // Called on the machine's actor, which may be another actor. That is safe: the closure touches nothing of the
        // actor but hands the reference to the task, and isolation does not change how it is called.
        return unsafeBitCast(make, to: Anywhere.self)(isolation)
    }

    private func run(isolation: isolated (any Actor)? = nil, on executor: (any EffectExecutor)?) async {
        let hasSucceeded = await work?.run(for: self, retries: context.retries, on: isolation)
        if wait == .window || wait != nil && hasSucceeded == true {
            // It ends on the actor, and lets others begin there.
            await tellEnd()
            executor?.operationEnded()
        } else {
            executor?.operationEnded()
            // Nothing follows a wait that failed.
            leave(wait == nil ? .ended : .cancelled)
            if isAwaited {
                // The next effects begin on the actor of the machine.
                await tellEnd()
            } else if phase.load(ordering: .relaxed) != .cancelledByMachine {
                runner.insertEnded(self)
            }
        }
        // Outside of the lock: its captures may run any code.
        let done = state.withLock { $0.work.take() }
        withExtendedLifetime(done) {}
        leaveGroups()
        executor?.effectEnded()
    }

    private func tellEnd() async { if let actor = runner.actor { await tellEnd(on: actor) } }

    private func tellEnd(on actor: isolated any Actor) {
        withMachine { machine in
            // A wait ends here: the actions in the inbox are reduced first, and may cancel it.
            if isRunning {
                machine.openInbox()
                leave(.ended)
            }
            runner.end(self)
        }
    }

    /// Calls a closure with the machine, if there still is one, and without the dependencies of the effect's subtree.
    ///
    /// The turn that an action starts, and the effects that begin, belong to the whole store.
    private func withMachine(_ body: (any EffectMachineOwner) -> Void) {
        guard let machine = runner.machine else { return }
        guard context.dependencies != nil else { return body(machine) }
        Dependencies.$overriding.withValue(outer) { body(machine) }
    }

    // MARK: Actions

    /// The actor of the store; `nil` if the effect is over or its store is gone.
    func destination(of operation: EffectOperation) -> (any Actor)? {
        guard isRunning else {
            reportIfEnded(operation)
            return nil
        }
        return runner.actor
    }

    /// Delivers an action where the machine is, unless the effect was cancelled on the way here.
    ///
    /// The actions in the inbox are reduced first, and may cancel the effect.
    func deliver(
        _ operation: sending EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?,
        on actor: consuming isolated any Actor
    ) async {
        withMachine { machine in
            machine.openInbox()
            guard isRunning else { return reportIfEnded(operation) }
            // A running effect's state is there: its actions do not wait in the queue.
            guard let around else { return runner.send(operation, in: context) }
            around { runner.send(operation, in: context) }
        }
    }

    private func reportIfEnded(_ operation: EffectOperation) {
        if hasEnded { report(.sentAfterEnd(operation.actionText, site: description.site)) }
    }

    func report(_ diagnostic: Diagnostic) { runner.dependencies.diagnosticReporter.report(diagnostic) }
}
