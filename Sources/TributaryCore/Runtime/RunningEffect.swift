// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One effect that runs: its task, and the way its actions go.
final class RunningEffect: EffectChannel {
    let description: EffectDescription
    private let port: EffectPort
    private let cancelled = Atomic(false)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ description: EffectDescription, port: EffectPort) {
        self.description = description
        self.port = port
    }

    var number: Int { description.number }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Starts the task.
    ///
    /// - Parameters:
    ///   - work: The operation.
    ///   - way: The way of its actions.
    ///   - end: Called on the actor of the machine when the operation has ended, if the machine is still there.
    ///   - finally: Called after that in any case.
    func start<Action>(
        _ work: EffectWork<Action>,
        way: EffectWay<Action>,
        end: EffectDelivery,
        finally: @escaping @Sendable () -> Void
    ) {
        let executor = port.makeExecutor?(description)
        let started = Task(name: work.name, executorPreference: executor, priority: work.priority) { [self] in
            await work.operation(Send(channel: self, way: way))
            executor?.operationEnded()
            if let actor = port.actor { await perform(end, on: actor) }
            finally()
            executor?.effectEnded()
        }
        task.withLock { $0 = started }
        // Whoever cancelled while the task was made found none to cancel.
        if isCancelled { started.cancel() }
    }

    func cancel() {
        cancelled.store(true, ordering: .releasing)
        task.withLock { $0 }?.cancel()
    }

    func deliver(_ delivery: EffectDelivery) async {
        guard !isCancelled, let actor = port.actor else { return }
        await deliver(delivery, on: actor)
    }

    func report(_ diagnostic: Diagnostic) { port.reporter.report(diagnostic) }

    /// Runs where the machine runs.
    ///
    /// What was cancelled on the way here is dropped.
    private func deliver(_ delivery: EffectDelivery, on actor: isolated any Actor) {
        if !isCancelled { delivery() }
    }

    private func perform(_ delivery: EffectDelivery, on actor: isolated any Actor) { delivery() }
}
