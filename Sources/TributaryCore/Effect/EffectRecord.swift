// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One effect of the table: an operation with its task, or a composition.
///
/// Unchecked Sendable: other threads use only its constants, `phase`, which is atomic, `state`, which is behind a lock, and `outer`, which
/// is set before the task is made. The machine uses the rest on its actor; `isTold`, which the task reads, never changes for an operation.
final class EffectRecord: EffectChannel, @unchecked Sendable {
    /// The kind of a record.
    enum Kind {
        /// One asynchronous operation.
        case operation
        /// Parts, all of which have to end; those in `rest` begin one after another.
        case whole
        /// Parts that have an identifier in common, and nothing else: cancelling it cancels each of them.
        case named
    }

    private enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
        /// Cancelled by the machine, which takes note of its end only if that is awaited.
        case cancelledByMachine
    }

    let kind: Kind

    /// The context of its request, without the objects that only the table may release.
    let context: EffectContext

    /// Whether the parent waits for its end; not if another effect has replaced it.
    var isTold: Bool

    /// The parts of a sequence that have not begun.
    var rest: ArraySlice<EffectOperation> = []

    /// Finished when its policy has a place for it.
    var gate: EffectGroup?

    /// The wait for its timeout, which ends with it.
    var clock: EffectRecord?

    /// Called if its clock ends before it.
    var late: (() -> Void)?

    /// The time in which it keeps its place in a policy, in place of its own time.
    var window: EffectRecord?

    /// The number of parts that have to end first.
    var pending: Int

    /// The commit that an operation waits for, and the context in which its action was sent.
    var commit: EffectGroup?
    var sender: (any Sendable)?

    // MARK: Its place in the table, which only the table changes

    /// The effect that it is a part of.
    var parent: EffectRecord?
    var place: EffectLifetime?
    var identifier: AnyHashable?

    /// The position in the order in which effects began, counted from 1.
    var order = 0

    /// Its position in the table.
    var index = 0
    var parts: EffectRecords = [:]

    /// The policy that counts it.
    var limit: EffectMachine.Limit?

    /// Whether it is in the table.
    var isRegistered = false

    /// Whether it was cancelled.
    var isStopped = false

    /// Whether all its parts have ended.
    var isOver = false

    // MARK: Its operation, if it is one

    /// Its position among the operations of the machine, counted from 1, and the name that its reducer gave it.
    let description: EffectDescription

    /// The reason why it waits, if it does nothing else.
    let wait: EffectWork.Wait?
    private let runner: EffectRunner?

    /// The overriding dependencies at the start of the effect, if it runs with others.
    private var outer: Dependencies?
    private let phase = Atomic(Phase.running)

    private let state: Mutex<State>

    private struct State {
        /// The work, until it is done: the captures of the program's operation are not kept longer.
        var work: EffectWork?
        var task: Task<Void, Never>?
    }

    /// - Parameters:
    ///   - kind: Whether it is an operation.
    ///   - context: The context of its request.
    ///   - identifier: Its cancellation identifier.
    ///   - isTold: Whether the parent in the context waits for it.
    ///   - work: The work of an operation.
    ///   - runner: Runs the operations of the machine, and has counted this one.
    init(
        _ kind: Kind = .operation,
        in context: EffectContext,
        under identifier: AnyHashable? = nil,
        isTold: Bool = true,
        work: EffectWork? = nil,
        runner: EffectRunner? = nil
    ) {
        (self.kind, self.identifier, self.isTold, self.runner) = (kind, identifier, isTold, runner)
        var own = context
        (parent, place) = (own.parent.take(), own.place.take())
        if let work { own.enter(work) }
        self.context = consume own
        pending = kind == .operation ? 0 : 1
        wait = work?.wait
        let number = runner?.table.operationCount ?? 0
        description = EffectDescription(number: number, name: work?.name, site: work?.site)
        state = Mutex(State(work: work))
    }

    /// The context of its parts.
    var inside: EffectContext {
        var inside = context
        (inside.parent, inside.place) = (self, place)
        return inside
    }

    /// Whether the store reports the end of the operation also after a cancellation, because another effect follows.
    var isAwaited: Bool { context.isAwaited && isTold }

    /// Whether the effect has neither ended nor been cancelled.
    var isActive: Bool { isRegistered && !isStopped && !isOver }

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
        // The task inherits both values. Bound inside of it, they would cost an asynchronous call.
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
        let make: Isolated = { isolation in
            // The closure captures `isolation`, and so the task is isolated as the closure is.
            Task(name: name, priority: priority) {
                _ = isolation
                await self.run(on: nil)
            }
        }
        // Called on the machine's actor, which may be another actor. That is safe: the closure touches nothing of the
        // actor but hands the reference to the task, and isolation does not change how it is called.
        return unsafeBitCast(make, to: ((any Actor) -> Task<Void, Never>).self)(isolation)
    }

    private nonisolated(nonsending) func run(on executor: (any EffectExecutor)?) async {
        let hasSucceeded = await work?.run(for: self, retries: context.retries)
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
                runner?.insertEnded(self)
            }
        }
        // Outside of the lock: its captures may run any code.
        _ = state.withLock { $0.work.take() }
        leaveGroups()
        executor?.effectEnded()
    }

    private func tellEnd() async { if let actor = runner?.actor { await tellEnd(on: actor) } }

    private func tellEnd(on actor: isolated any Actor) {
        withMachine { machine in
            // A wait ends here: the actions in the inbox are reduced first, and may cancel it.
            if isRunning {
                machine.openInbox()
                leave(.ended)
            }
            runner?.end(self)
        }
    }

    /// Calls a closure with the machine, if there still is one, and without the dependencies of the effect's subtree.
    ///
    /// The turn that an action starts, and the effects that begin, belong to the whole store.
    @inline(never)
    private func withMachine(_ body: (any EffectMachineOwner) -> Void) {
        guard let machine = runner?.machine else { return }
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
        return runner?.actor
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
            func send() {
                guard let operation = embed(operation, by: context.way) else { return }
                // A running effect's state is there: its actions do not wait in the queue.
                machine.receive(operation, group: context.group, cause: context.cause, from: nil)
            }
            if let around { around(send) } else { send() }
        }
    }

    private func reportIfEnded(_ operation: EffectOperation) {
        if hasEnded { report(.sentAfterEnd(operation.actionText, site: description.site)) }
    }

    func report(_ diagnostic: Diagnostic) { runner?.dependencies.diagnosticReporter.report(diagnostic) }
}

/// The name of an effect and the place where it was written, for lists of running effects.
package struct EffectDescription: Hashable, Sendable {
    /// The number of the effect, in the order in which the machine's effects begin.
    package let number: Int

    /// The name that its reducer gave it.
    package let name: String?

    /// Where the reducer made the effect; `nil` if the effect only waits, such as for the time of a `debounce`.
    package let site: SourceSite?
}
