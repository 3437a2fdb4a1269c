// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What effects and their machine share, safe from any thread: the machine may be gone.
final class EffectPort: DependencyHolder {
    let reporter: DiagnosticReporter

    /// The dependencies of the machine.
    ///
    /// Its effects pass them on to what they call.
    let dependencies: Dependencies
    private let ended = Mutex<[RunningEffect]>([])
    private let hasEndedFlag = Atomic(false)

    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        reporter = dependencies.diagnosticReporter
    }

    /// Keeps an effect that has ended until the machine takes note of it, which spares it the way to the actor.
    func end(_ effect: RunningEffect) {
        ended.withLock { $0.append(effect) }
        hasEndedFlag.store(true, ordering: .releasing)
    }

    /// Whether effects have ended of which the machine has not taken note: asked on every turn.
    var hasEnded: Bool { hasEndedFlag.load(ordering: .relaxed) }

    /// Removes and returns them.
    func takeEnded() -> [RunningEffect] {
        hasEndedFlag.store(false, ordering: .relaxed)
        return ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
    }
}

/// Where a machine is used, for its effects; they keep neither the actor nor the machine alive.
///
/// Unchecked Sendable: what the machine is asked for is asked for on its actor.
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

/// A machine, as its effects know it.
protocol EffectMachineOwner: AnyObject {
    var effects: EffectRunner { get }

    /// Processes what other threads have sent.
    func openInbox()

    /// Processes an action that an effect sent.
    func receive(_ operation: EffectOperation, from sender: EffectSender)

    /// Goes on with what the machine was doing, or with what was asked of it meanwhile.
    func endReading(in phase: MachinePhase)
}
