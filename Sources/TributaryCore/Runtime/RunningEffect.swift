// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One effect that has begun: its task, and whether it is over.
///
/// Unchecked because of two things only. `completion` is a closure of the machine's actor, and is called only there.
/// `previous` belongs to `EffectPort`, which says why its accesses do not race. Everything else is constant, atomic
/// or behind a lock.
final class RunningEffect: EffectChannel, @unchecked Sendable {
    let number: EffectNumber

    /// The group that waits for the effect; `nil` if the runtime started it for itself.
    let group: EffectGroup?

    /// The deferred work that it is a part of, if any.
    let deferral: EffectGroup?
    private let holder: EffectHolder
    private let name: String?
    private let site: SourceSite?

    /// What the effect does, until it has been done: what the program's operation captures is not kept longer.
    private let body: Mutex<EffectBody?>
    private let failure: (any Error)?
    private let port: EffectPort

    private let home: EffectHome
    private let completion: EffectCompletion?
    private let phase = Atomic(Phase.running)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// The effect that ended before this one, while the port keeps both.
    var previous: Unmanaged<RunningEffect>?

    private enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
        /// Cancelled by the ledger, which has removed it already and need not be told of its end.
        case cancelledByLedger
    }

    init(
        _ body: EffectBody,
        failure: (any Error)?,
        number: EffectNumber,
        home: EffectHome,
        port: EffectPort,
        group: EffectGroup?,
        deferral: EffectGroup?,
        holder: EffectHolder,
        completion: EffectCompletion?
    ) {
        name = body.name
        site = body.site
        self.body = Mutex(body)
        self.failure = failure
        self.number = number
        self.home = home
        self.port = port
        self.group = group
        self.deferral = deferral
        self.holder = holder
        self.completion = completion
    }

    var isCancelled: Bool {
        switch phase.load(ordering: .acquiring) {
        case .running, .ended: false
        case .cancelled, .cancelledByLedger: true
        }
    }

    /// Whether the operation has ended by itself.
    var hasEnded: Bool { isIn(.ended) }

    private func isIn(_ expected: Phase) -> Bool { phase.load(ordering: .acquiring) == expected }

    /// Starts the task.
    func start(on executor: (any EffectExecutor)?) {
        // Cancelled effects are dropped before they start, so the body is still there.
        guard let body = body.withLock({ $0 }) else { return }
        let started = makeShortTask(body, executor) ?? makeTask(body, on: executor)
        task.withLock { $0 = started }
        // A cancellation while the task was being made found no task to cancel.
        if isCancelled { started.cancel() }
    }

    /// Makes a task for an effect that has nothing to do around its operation.
    private func makeShortTask(_ body: EffectBody, _ executor: (any EffectExecutor)?) -> Task<Void, Never>? {
        // Who waits for a completion is told of it on the actor, so there is something to do after the operation.
        guard executor == nil, completion == nil, failure == nil else { return nil }
        // The task inherits it.
        return Dependencies.$performing.withValue(port.dependencies) {
            body.makeTask(for: self, releasing: EffectEnding(self))
        }
    }

    private func makeTask(_ body: EffectBody, on executor: (any EffectExecutor)?) -> Task<Void, Never> {
        if executor == nil, let isolation = body.isolation { return makeTask(body, beginningOn: isolation) }
        // Without the records that a name and an executor leave in a task.
        if name == nil, executor == nil {
            return Task(priority: body.priority) { await self.run(on: nil) }
        }
        return Task(name: name, executorPreference: executor, priority: body.priority) {
            await self.run(on: executor)
        }
    }

    /// Makes a task whose first job is in the queue of an actor when this returns.
    ///
    /// From the global executor the job would come there later, and others before it.
    private func makeTask(_ body: EffectBody, beginningOn isolation: any Actor) -> Task<Void, Never> {
        typealias Isolated = (isolated any Actor) -> Task<Void, Never>
        typealias Anywhere = (any Actor) -> Task<Void, Never>
        let (name, priority) = (name, body.priority)
        let make: Isolated = { isolation in
            Task(name: name, priority: priority) {
                // The closure captures `isolation`, and so the task is isolated as the closure is.
                await self.run(isolation: isolation, on: nil)
            }
        }
        // Called on the machine's actor, which may be another actor. That is safe: the closure touches nothing of the
        // actor but hands the reference to the task, and isolation does not change how it is called.
        return unsafeBitCast(make, to: Anywhere.self)(isolation)
    }

    private func run(isolation: isolated (any Actor)? = nil, on executor: (any EffectExecutor)?) async {
        if let body = body.withLock({ $0 }) {
            await Dependencies.$performing.withValue(port.dependencies) {
                await body.perform(on: isolation, for: self, failure: failure)
            }
        }
        executor?.operationEnded()
        leave(.ended)
        // Only a completion must be told of the end on the actor.
        if let completion {
            if let actor = home.actor { await call(completion, on: actor) }
        } else {
            leaveMachine()
        }
        leaveGroups()
        executor?.effectEnded()
    }

    /// The end of a task that does nothing but its operation.
    func operationReturned() {
        leave(.ended)
        leaveMachine()
        leaveGroups()
    }

    private func leaveMachine() {
        // Released after the lock: what the program's operation holds may run any code at its end.
        let done = body.withLock { $0.take() }
        defer { withExtendedLifetime(done) {} }
        if !isIn(.cancelledByLedger) { port.end(self) }
    }

    /// The name of the effect and the place where it was written.
    var description: EffectDescription {
        EffectDescription(number: number.order, name: name, site: site)
    }

    /// Registers the effect with its groups: those that wait for it, and those that may cancel it.
    func enterGroups() {
        deferral?.enter()
        switch holder {
        case .group: group?.enter(self)
        case .other(let holder):
            group?.enter()
            holder?.enter(self)
        }
    }

    /// Undoes `enterGroups`.
    func leaveGroups() {
        defer { deferral?.leave() }
        switch holder {
        case .group: group?.leave(self)
        case .other(let holder):
            holder?.leave(self)
            group?.leave()
        }
    }

    /// Cancels the effect unless it has ended.
    ///
    /// It delivers nothing more.
    ///
    /// - Returns: Whether it was running.
    @discardableResult
    func cancel() -> Bool { cancel(into: .cancelled) }

    /// Cancels the effect as `cancel` does, for the ledger, which has removed it already.
    func cancelForLedger() -> Bool { cancel(into: .cancelledByLedger) }

    private func cancel(into phase: Phase) -> Bool {
        guard leave(phase) else { return false }
        // Within the lock, which spares retaining a reference that other threads retain, too. Handlers of the
        // cancellation may do anything here: this runs once, and `start` does not take the lock again after it has
        // stored the task.
        task.withLock { $0?.cancel() }
        return true
    }

    @discardableResult
    private func leave(_ next: Phase) -> Bool {
        phase.compareExchange(expected: .running, desired: next, ordering: .acquiringAndReleasing).exchanged
    }

    func destination<Action>(of operation: SendOperation<Action>) -> (any Actor)? {
        guard isIn(.running) else {
            reportIfEnded(operation.action)
            return nil
        }
        return home.actor
    }

    func deliver<Action>(
        _ operation: sending SendOperation<Action>,
        by way: EffectWay<Action>,
        on actor: consuming isolated any Actor
    ) async {
        deliver(operation.action, by: way)
    }

    /// Called where the machine runs.
    ///
    /// Nothing is delivered if the effect was cancelled on the way here. What the inbox holds is reduced first, and
    /// may cancel the effect.
    func deliver<Action>(_ action: Action, by way: EffectWay<Action>) {
        port.openInbox()
        if isIn(.running) { way(action) } else { reportIfEnded(action) }
    }

    private func call(_ completion: EffectCompletion, on actor: isolated any Actor) { completion() }

    private func reportIfEnded<Action>(_ action: Action) {
        if hasEnded { report(.sentAfterEnd(String(reflecting: action), site: site)) }
    }

    func report(_ diagnostic: Diagnostic) { port.reporter.report(diagnostic) }

    /// Begins the operation's answer to an error in place of this effect.
    ///
    /// Returns whether there is an answer.
    func fail(with error: any Error, by runner: EffectRunner, in place: EffectFailure) -> Bool {
        // A wait of the runtime has no operation of the program that could fail. Every effect with a time limit has a
        // completion, and so keeps its body.
        guard let body = body.withLock({ $0 }), !body.isWait else { return false }
        runner.begin(
            body,
            failure: error,
            identifiers: place.identifiers,
            lifetime: place.lifetime,
            group: group,
            completion: place.completion
        )
        return true
    }
}

/// Where a machine runs, for its effects.
///
/// The actor is not retained, so that effects do not keep a store alive.
final class EffectHome: Sendable {
    weak let actor: (any Actor)?

    init(_ actor: any Actor) { self.actor = actor }
}

/// What may cancel an effect, beside its state and its identifiers.
enum EffectHolder {
    /// The group that waits for it.
    case group
    /// Another group, or none: a feedback belongs to the state that asks for it, not to the action that began it.
    case other(EffectGroup?)
}

/// Where the answer to a time-out is performed, and what is called at its end.
struct EffectFailure {
    let identifiers: [AnyHashable]
    let lifetime: EffectLifetime
    let completion: EffectCompletion?
}
