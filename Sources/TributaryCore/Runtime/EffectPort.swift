// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The state that effects share with their machine, safe from any thread: the machine may be gone.
final class EffectPort: DependencyHolder {
    let reporter: DiagnosticReporter

    /// The dependencies of the machine.
    ///
    /// Code in its effects reads them.
    let dependencies: Dependencies

    /// The effects that have ended of which the machine has not taken note; `nil` when it is gone.
    private let ended = Mutex<[RunningEffect]?>([])
    private let hasEndedFlag = Atomic(false)

    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        reporter = dependencies.diagnosticReporter
    }

    /// Keeps an effect that has ended until the machine takes note of it, which spares it the way to the actor.
    func end(_ effect: RunningEffect) {
        ended.withLock { $0?.append(effect) }
        hasEndedFlag.store(true, ordering: .releasing)
    }

    /// Whether the machine has yet to register ended effects; read in each turn.
    var hasEnded: Bool { hasEndedFlag.load(ordering: .relaxed) }

    /// Removes and returns them.
    func takeEnded() -> [RunningEffect] {
        hasEndedFlag.store(false, ordering: .relaxed)
        return ended.withLock { ended in
            let taken = ended ?? []
            if ended?.isEmpty == false { ended = [] }
            return taken
        }
    }

    /// The machine is gone: nothing is kept for it any more.
    func close() {
        let last = ended.withLock { $0.take() }
        withExtendedLifetime(last) {}
    }
}

/// Where a machine is used, for its effects; they keep neither the actor nor the machine alive.
///
/// Unchecked Sendable: effects use the machine on its actor only.
final class EffectHome: @unchecked Sendable {
    weak let actor: (any Actor)?
    weak let machine: (any EffectMachineOwner)?
    let port: EffectPort

    init(_ actor: (any Actor)?, _ machine: any EffectMachineOwner, _ port: EffectPort) {
        self.actor = actor
        self.machine = machine
        self.port = port
    }
}

/// The part of a machine that its effects use.
protocol EffectMachineOwner: AnyObject {
    var effects: EffectRunner { get }

    /// Processes the actions that other threads have sent.
    func openInbox()

    /// Processes an action that an effect sent.
    func receive(_ operation: EffectOperation, from sender: EffectSender)

    /// Continues the work of the machine, and performs the requests that came meanwhile.
    func endReading(in phase: MachinePhase)
}
