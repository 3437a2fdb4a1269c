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
    func receive(_ operation: EffectOperation, group: EffectGroup?, cause: Int?, from sender: EffectLifetime?)

    /// Continues the work of the machine, and performs the requests that came meanwhile.
    func endReading(in phase: MachinePhase)
}

/// The place where new stores and their effects run, if the surrounding code sets it, as tests do.
package struct EffectHost: Sendable {
    /// The host of the current task; `nil` outside of tests.
    @TaskLocal package static var current: EffectHost?

    /// The actor that machines use in place of their store's.
    ///
    /// The owner of the host keeps it alive.
    let actor: any Actor

    /// Makes the executor of an effect.
    package let makeExecutor: EffectExecutorMaker

    package init(actor: any Actor, makeExecutor: @escaping EffectExecutorMaker) {
        self.actor = actor
        self.makeExecutor = makeExecutor
    }
}

/// The executor of one effect, if the machine's owner provides it, as tests do.
package protocol EffectExecutor: TaskExecutor {
    /// Called when the effect's operation has returned.
    ///
    /// The effect only has to report its end to the machine.
    func operationEnded()

    /// Called when the effect has reported its end to the machine.
    ///
    /// It is the last call of the effect's task.
    func effectEnded()
}

/// Makes the executor of an effect that is about to start.
package typealias EffectExecutorMaker = @Sendable (EffectDescription) -> any EffectExecutor

/// The name of an effect and the place where it was written, for lists of running effects.
package struct EffectDescription: Hashable, Sendable {
    /// The number of the effect, in the order in which the machine's effects begin.
    package let number: Int

    /// The name that its reducer gave it.
    package let name: String?

    /// Where the reducer made the effect; `nil` if the effect only waits, such as for the time of a `debounce`.
    package let site: SourceSite?

    package init(number: Int, name: String?, site: SourceSite?) {
        self.number = number
        self.name = name
        self.site = site
    }
}

/// An event of an effect, which has a number.
package enum EffectEvent: Hashable, Sendable {
    /// It has begun, and starts when the action is done and durable.
    case began(EffectDescription)

    /// Its operation has returned, and the machine has noted it.
    case ended(Int)

    /// It was cancelled.
    case cancelled(Int)
}

/// An effect that has begun, and waits for the end of its action, and for its commit.
struct BegunEffect {
    let effect: RunningEffect
    var commit = 0

    /// The context in which its action was sent, if there was one, once it has waited for a commit.
    var sent: (any Sendable)??
}

/// The effects that wait for the commit of their action (law 13).
///
/// An object of its own, so that a machine without a log needs only a pointer.
final class EffectHolding {
    /// The commit that new effects have to wait for; `0` for none.
    var openCommit = 0

    /// The last commit that is durable.
    private var durableCommit = 0
    private var held: [BegunEffect] = []

    /// Carries the context in which an action was sent to its effects.
    ///
    /// The task that reports a commit has another context, or none.
    let carrier: (any ContextCarrier)?

    /// The context of the current action.
    private var sent: (any Sendable)?

    init(_ carrier: (any ContextCarrier)?) { self.carrier = carrier }

    /// An action is reduced in the context of the running task, and its effects wait for a commit.
    func enter(_ commit: Int) {
        openCommit = commit
        sent = carrier?.current
    }

    /// Effects that begin from now on follow from no action.
    func leave() {
        openCommit = 0
        sent = nil
    }

    /// Keeps an effect whose commit is not durable.
    ///
    /// - Returns: Whether it has to wait.
    func hold(_ begun: BegunEffect) -> Bool {
        guard begun.commit > durableCommit else { return false }
        held.append(BegunEffect(effect: begun.effect, commit: begun.commit, sent: .some(sent)))
        return true
    }

    /// Removes and returns the effects of a commit, and of those before it.
    func release(upTo commit: Int) -> ArraySlice<BegunEffect> {
        durableCommit = commit
        let released = held.prefix { $0.commit <= commit }
        held.removeFirst(released.count)
        return released
    }
}
