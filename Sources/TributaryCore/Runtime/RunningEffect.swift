// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One effect that was begun: its task, and whether it is over.
///
/// Unchecked Sendable, because a subclass adds what belongs to the machine's actor: everything here is constant,
/// atomic or behind a lock.
class RunningEffect: @unchecked Sendable {
    let number: EffectNumber
    fileprivate let port: EffectPort

    /// Who waits for the effect; nobody for what the runtime does for itself.
    let group: EffectGroup?
    private let phase = Atomic(Phase.running)
    private let task = Mutex<Task<Void, Never>?>(nil)

    fileprivate enum Phase: UInt8, AtomicRepresentable {
        case running, ended, cancelled
    }

    fileprivate init(number: EffectNumber, port: EffectPort, group: EffectGroup?) {
        self.number = number
        self.port = port
        self.group = group
    }

    final var isCancelled: Bool { isIn(.cancelled) }

    /// Whether the operation has ended by itself.
    final var hasEnded: Bool { isIn(.ended) }

    fileprivate final func isIn(_ expected: Phase) -> Bool { phase.load(ordering: .acquiring) == expected }

    /// Starts the task.
    func start(on executor: (any TaskExecutor)?) {}

    /// Begins what is to happen when the effect took too long; tells whether there is anything.
    func fail(with error: any Error, by runner: EffectRunner, in place: EffectFailure) -> Bool { false }

    fileprivate final func started(_ started: Task<Void, Never>) {
        task.withLock { $0 = started }
        // Whoever cancelled while the task was made found none to cancel.
        if isCancelled { started.cancel() }
    }

    /// Cancels the effect, unless it has ended: it delivers nothing more.
    ///
    /// - Returns: Whether it was running.
    @discardableResult
    final func cancel() -> Bool {
        let change = phase.compareExchange(
            expected: .running,
            desired: .cancelled,
            ordering: .acquiringAndReleasing
        )
        if change.exchanged { task.withLock { $0 }?.cancel() }
        return change.exchanged
    }

    fileprivate final func end() {
        _ = phase.compareExchange(expected: .running, desired: .ended, ordering: .acquiringAndReleasing)
    }
}

/// One effect with the way of its actions.
///
/// Unchecked Sendable: `way` and `completion` are closures of the machine's actor, and are called nowhere else;
/// everything else is Sendable.
final class RunningWork<Action>: RunningEffect, EffectChannel, @unchecked Sendable {
    private let work: EffectWork<Action>
    private let way: (Action) -> Void
    private let completion: EffectCompletion?

    init(
        _ work: EffectWork<Action>,
        number: EffectNumber,
        port: EffectPort,
        group: EffectGroup?,
        way: @escaping (Action) -> Void,
        completion: EffectCompletion?
    ) {
        self.work = work
        self.way = way
        self.completion = completion
        super.init(number: number, port: port, group: group)
    }

    override func start(on executor: (any TaskExecutor)?) {
        started(
            Task(name: work.name, executorPreference: executor, priority: work.priority) { await self.run() }
        )
    }

    private func run() async {
        await work.perform(with: Send(channel: self))
        end()
        // Only whoever waits for the end needs it to be told on the actor.
        if let completion {
            if let actor = port.actor { await call(completion, on: actor) }
        } else {
            port.end(number)
        }
        group?.leave(self)
    }

    func deliver(_ action: sending Action) async {
        guard isIn(.running) else { return reportIfEnded(action) }
        guard let actor = port.actor else { return }
        await deliver(action, on: actor)
    }

    /// Runs where the machine runs.
    ///
    /// What was cancelled on the way here is dropped.
    private func deliver(_ action: sending Action, on actor: isolated any Actor) {
        if isIn(.running) { way(action) } else { reportIfEnded(action) }
    }

    private func call(_ completion: EffectCompletion, on actor: isolated any Actor) { completion() }

    private func reportIfEnded(_ action: Action) {
        if isIn(.ended) { report(.sentAfterEnd(String(reflecting: action), site: work.site)) }
    }

    func report(_ diagnostic: Diagnostic) { port.reporter.report(diagnostic) }

    override func fail(with error: any Error, by runner: EffectRunner, in place: EffectFailure) -> Bool {
        // What the runtime waits for has no operation of the program's that could fail.
        guard !work.isWait else { return false }
        runner.begin(
            work.failing(with: error),
            identifiers: place.identifiers,
            lifetime: place.lifetime,
            group: group,
            way: way,
            completion: place.completion
        )
        return true
    }
}

/// Where the answer to a time-out is performed.
struct EffectFailure {
    let identifiers: [AnyHashable]
    let lifetime: EffectLifetime
    let completion: EffectCompletion?
}
