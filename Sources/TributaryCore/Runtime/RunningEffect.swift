// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One effect that has begun: its task, and whether it is over.
///
/// What it does is in `WorkEffect`, which knows the type of the actions.
///
/// Unchecked because of three things only. `completion` and `beginEarly` are closures of the machine's actor, and are used
/// only there. `previous` belongs to `EffectPort`, which says why its accesses do not race. Everything else is constant, atomic
/// or behind a lock.
class RunningEffect: EffectChannel, @unchecked Sendable {
    final let number: EffectNumber

    /// The group that waits for the effect; `nil` if the runtime started it for itself.
    final let group: EffectGroup?

    /// The deferred work that it is a part of, if any.
    final let deferral: EffectGroup?
    private let holder: EffectHolder

    /// The entry of the action that it follows from, where entries are recorded.
    final let cause: Int?
    final let name: String?
    private let site: SourceSite?
    final let port: EffectPort

    private let home: EffectHome
    final let completion: EffectCompletion?

    /// Begins what waits for the time of this effect, as a part of the given group.
    ///
    /// Here and not with the machine, because it captures the effects that wait: the port releases it with the
    /// effect when the machine ends, on any thread.
    final var beginEarly: ((EffectGroup) -> Void)?
    private let phase = Atomic(Phase.running)
    private let task = Mutex<Task<Void, Never>?>(nil)

    /// The effect that ended before this one, while the port keeps both.
    final var previous: Unmanaged<RunningEffect>?

    private enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
        /// Cancelled by the ledger, which has removed it already and need not be told of its end.
        case cancelledByLedger
    }

    init(name: String?, site: SourceSite?, place: EffectPlace, completion: EffectCompletion?) {
        self.name = name
        self.site = site
        number = place.number
        home = place.home
        port = place.port
        group = place.group
        deferral = place.deferral
        holder = place.holder
        cause = place.cause
        self.completion = completion
    }

    /// Makes a task that does nothing but the work, if the work needs nothing around it.
    func makeShortTask() -> Task<Void, Never>? { preconditionFailure("An effect has work.") }

    /// Makes a task that does the work and what is to be done around it.
    func makeTask(on executor: (any EffectExecutor)?) -> Task<Void, Never> {
        preconditionFailure("An effect has work.")
    }

    /// Releases the work, which has been done.
    func release() {}

    /// Begins the operation's answer to an error in place of this effect.
    ///
    /// Returns whether there is an answer.
    func fail(with error: any Error, by runner: EffectRunner, in place: EffectFailure) -> Bool { false }

    final var isCancelled: Bool {
        switch phase.load(ordering: .acquiring) {
        case .running, .ended: false
        case .cancelled, .cancelledByLedger: true
        }
    }

    /// Whether the operation has ended by itself.
    final var hasEnded: Bool { isIn(.ended) }

    private func isIn(_ expected: Phase) -> Bool { phase.load(ordering: .acquiring) == expected }

    /// Starts the task.
    final func start(on executor: (any EffectExecutor)?) {
        let started = (executor == nil ? makeShortTask() : nil) ?? makeTask(on: executor)
        task.withLock { $0 = started }
        // A cancellation while the task was being made found no task to cancel.
        if isCancelled { started.cancel() }
    }

    /// The end of a task that does more than its operation.
    final func end(_ executor: (any EffectExecutor)?) async {
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
    final func operationReturned() {
        leave(.ended)
        leaveMachine()
        leaveGroups()
    }

    private func leaveMachine() {
        release()
        if !isIn(.cancelledByLedger) { port.end(self) }
    }

    /// The name of the effect and the place where it was written.
    final var description: EffectDescription {
        EffectDescription(number: number.order, name: name, site: site)
    }

    /// Registers the effect with its groups: those that wait for it, and those that may cancel it.
    final func enterGroups() {
        deferral?.enter()
        switch holder {
        case .group: group?.enter(self)
        case .other(let holder):
            group?.enter()
            holder?.enter(self)
        }
    }

    /// Undoes `enterGroups`.
    final func leaveGroups() {
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
    final func cancel() -> Bool { cancel(into: .cancelled) }

    /// Cancels the effect as `cancel` does, for the ledger, which has removed it already.
    final func cancelForLedger() -> Bool { cancel(into: .cancelledByLedger) }

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

    final func destination<Action>(of operation: SendOperation<Action>) -> (any Actor)? {
        guard isIn(.running) else {
            reportIfEnded(operation.action)
            return nil
        }
        return home.actor
    }

    final func deliver<Action>(
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
    final func deliver<Action>(_ action: Action, by way: EffectWay<Action>) {
        port.openInbox()
        guard isIn(.running) else { return reportIfEnded(action) }
        way(action, from: EffectSender(group: group, cause: cause))
    }

    private func call(_ completion: EffectCompletion, on actor: isolated any Actor) { completion() }

    private func reportIfEnded<Action>(_ action: Action) {
        if hasEnded { report(.sentAfterEnd(String(reflecting: action), site: site)) }
    }

    final func report(_ diagnostic: Diagnostic) { port.reporter.report(diagnostic) }
}

/// Where a machine runs, for its effects.
///
/// The actor is not retained, so that effects do not keep a store alive.
final class EffectHome: Sendable {
    weak let actor: (any Actor)?

    init(_ actor: any Actor) { self.actor = actor }
}

/// What an effect that begins belongs to.
struct EffectPlace {
    let number: EffectNumber
    let home: EffectHome
    let port: EffectPort
    let group: EffectGroup?
    let deferral: EffectGroup?
    let holder: EffectHolder
    let cause: Int?
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
