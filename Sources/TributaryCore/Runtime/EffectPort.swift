// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// Where a machine is used, for its effects; they keep neither the actor nor the machine alive.
///
/// Unchecked Sendable: effects use the machine on its actor only, and all else is constant, atomic or behind a lock.
final class EffectPort: DependencyHolder, @unchecked Sendable {
    weak let actor: (any Actor)?
    weak let machine: (any EffectMachineOwner)?

    /// The dependencies of the machine.
    ///
    /// Code in its effects reads them.
    let dependencies: Dependencies

    /// The effects that have ended of which the machine has not taken note; `nil` when it is gone.
    private let ended = Mutex<[RunningEffect]?>([])
    private let hasEndedFlag = Atomic(false)

    init(_ actor: (any Actor)?, _ machine: any EffectMachineOwner, _ dependencies: Dependencies) {
        self.actor = actor
        self.machine = machine
        self.dependencies = dependencies
    }

    /// Keeps an effect that has ended until the machine takes note of it, which spares it the way to the actor.
    func end(_ effect: RunningEffect) {
        ended.withLock { $0?.append(effect) }
        hasEndedFlag.store(true, ordering: .releasing)
    }

    /// Whether the machine has yet to register ended effects; read in each turn.
    var hasEnded: Bool { hasEndedFlag.load(ordering: .relaxed) }

    /// Exchanges them for an empty list.
    func takeEnded(_ list: inout [RunningEffect]) {
        hasEndedFlag.store(false, ordering: .relaxed)
        ended.withLock { (list, $0) = ($0 ?? [], list) }
    }

    /// The machine is gone: nothing is kept for it any more.
    func close() {
        let last = ended.withLock { $0.take() }
        withExtendedLifetime(last) {}
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

/// The effects that wait for the commit of their action (law 13).
///
/// An object of its own, so that a machine without a log needs only a pointer.
final class EffectHolding {
    /// The commit that new effects have to wait for; `0` for none.
    var openCommit = 0

    /// The last commit that is durable.
    private var durableCommit = 0
    private var held: [(effect: RunningEffect, commit: Int)] = []

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

    /// Keeps an effect if the commit that it has to wait for is not durable.
    ///
    /// - Returns: Whether it has to wait.
    func hold(_ effect: RunningEffect) -> Bool {
        guard openCommit > durableCommit else { return false }
        effect.sent = .some(sent)
        held.append((effect, openCommit))
        return true
    }

    /// Removes and returns the effects of a commit, and of those before it.
    func release(upTo commit: Int) -> [RunningEffect] {
        durableCommit = commit
        let released = held.prefix { $0.commit <= commit }.map(\.effect)
        held.removeFirst(released.count)
        return released
    }
}
