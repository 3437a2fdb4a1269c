// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What running effects and their machine share, safe from any thread.
///
/// A machine may be released on any thread while effects end on its actor. So what the end of the machine needs is
/// here, behind a lock, and not in the machine: which effects run, and which have ended.
final class EffectPort: DependencyHolder {
    private struct State {
        /// The running effects, each at the slot in which the ledger has registered it.
        var running: [RunningEffect?] = []

        /// The inbox for what other threads send to the machine, while there may be senders.
        weak var inbox: StoreInbox?

        mutating func remove(_ number: EffectNumber) -> RunningEffect? {
            // The slot may belong to a later effect, or be gone with the machine.
            guard let effect = effect(number) else { return nil }
            running[number.slot] = nil
            return effect
        }

        func effect(_ number: EffectNumber) -> RunningEffect? {
            guard number.slot < running.count, let effect = running[number.slot], effect.number == number
            else {
                return nil
            }
            return effect
        }
    }

    private let state = Mutex(State())

    /// The last effect that has ended since the ledger was last told.
    ///
    /// Each such effect refers to the one before it.
    private let ended = Atomic<Unmanaged<RunningEffect>?>(nil)
    private let isClosed = Atomic(false)
    let reporter: DiagnosticReporter

    /// The dependencies of the machine.
    ///
    /// Its effects pass them on to what they call.
    let dependencies: Dependencies

    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        reporter = dependencies.diagnosticReporter
    }

    /// Adds an effect that begins; if the machine ends meanwhile, on whichever thread, the effect is cancelled.
    func insert(_ effect: RunningEffect) {
        let isLate = state.withLock { state in
            guard !hasClosed else { return true }
            let slot = effect.number.slot
            while state.running.count <= slot { state.running.append(nil) }
            state.running[slot] = effect
            return false
        }
        if isLate { effect.cancel() }
    }

    /// Sets the inbox that holds what other threads send to the machine.
    func attend(to inbox: StoreInbox) { state.withLock { $0.inbox = inbox } }

    /// Lets the machine process what its inbox holds; called on the machine's actor.
    func openInbox() { state.withLock { $0.inbox }?.deliver() }

    /// The effect with a number, while it runs.
    func effect(_ number: EffectNumber) -> RunningEffect? { state.withLock { $0.effect(number) } }

    /// How many effects are kept, whether they have ended or not.
    var keptCount: Int { state.withLock { $0.running.count { $0 != nil } } }

    /// The groups of one kind of the running effects, each once.
    func groups(_ group: (RunningEffect) -> EffectGroup?) -> [EffectGroup] {
        var known: Set<ObjectIdentifier> = []
        return state.withLock { $0.running }
            .compactMap { $0.flatMap(group) }
            .filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// The running effects, in the order in which they began.
    var running: [EffectDescription] {
        state.withLock { $0.running }
            .compactMap { effect in effect.flatMap { $0.hasEnded ? nil : $0.description } }
            .sorted { $0.number < $1.number }
    }

    /// Forgets an effect that the ledger has removed.
    func remove(_ number: EffectNumber) -> RunningEffect? { state.withLock { $0.remove(number) } }

    /// Forgets effects that the ledger has removed.
    ///
    /// - Returns: Those that were there, in the same order.
    func remove(_ numbers: [EffectNumber]) -> [RunningEffect] {
        state.withLock { state in numbers.compactMap { state.remove($0) } }
    }

    /// Keeps an effect that has ended until the ledger is next updated.
    ///
    /// This spares each effect the way to the actor at its end, and takes no lock.
    ///
    /// The chain consists of unmanaged references. `end` retains an effect once. The code that takes the chain, in
    /// one atomic exchange, is the only one to have it, and releases each effect once. An effect ends once, so only
    /// one thread ever writes `previous`, and no thread reads it before the exchange that publishes it.
    func end(_ effect: RunningEffect) {
        let added = Unmanaged.passRetained(effect)
        var expected = ended.load(ordering: .relaxed)
        while true {
            effect.previous = expected
            let change = ended.weakCompareExchange(
                expected: expected,
                desired: added,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .relaxed
            )
            if change.exchanged { break }
            expected = change.original
        }
        // After the machine has ended, no other code takes the chain. Either `close` takes this effect with it, or
        // the exchange that added the effect has read what `close` left, and so also the flag that `close` set
        // before.
        if hasClosed { takeEnded { _ in } }
    }

    /// Whether any effect has ended since the ledger was last told.
    ///
    /// Asked on every turn; costs a plain load.
    var hasEnded: Bool { ended.load(ordering: .relaxed) != nil }

    /// Forgets the effects that have ended since the last call.
    ///
    /// - Parameter body: Called with each.
    func takeEnded(_ body: (RunningEffect) -> Void) {
        var next = ended.exchange(nil, ordering: .acquiringAndReleasing)
        while let taken = next {
            let effect = taken.takeRetainedValue()
            next = effect.previous
            effect.previous = nil
            _ = remove(effect.number)
            body(effect)
        }
    }

    /// Whether the machine has ended.
    var hasClosed: Bool { isClosed.load(ordering: .acquiring) }

    /// Ends everything: cancels the running effects, and delivers nothing more.
    func close() {
        isClosed.store(true, ordering: .releasing)
        takeEnded { _ in }
        let running = state.withLock { state in
            defer { state.running = [] }
            return state.running
        }
        for effect in running { effect?.cancel() }
    }
}
