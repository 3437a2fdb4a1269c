// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What running effects and their machine know of each other, safe from any thread.
///
/// A machine may be released on any thread, while effects end on its actor. So what its end needs is here, behind a
/// lock, and not in the machine: which effects run, and on which actor they deliver.
final class EffectPort: Sendable {
    private struct State {
        /// Not retained: effects do not keep a store alive.
        weak var actor: (any Actor)?

        /// The effects that run, each where the ledger has written it down.
        var running: [RunningEffect?] = []

        /// The effects that have ended since the ledger was last told.
        var ended: [EffectNumber] = []

        mutating func remove(_ number: EffectNumber) -> RunningEffect? {
            // The place may have been given to a later effect, or be gone with the machine.
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

    /// Whether the ledger is to be told of ends, so that the usual turn needs no lock to know that it is not.
    private let hasEnded = Atomic(false)
    let reporter: DiagnosticReporter

    init(reporter: DiagnosticReporter) { self.reporter = reporter }

    /// The actor that owns the machine, while there is one.
    var actor: (any Actor)? {
        get { state.withLock { $0.actor } }
        set { state.withLock { $0.actor = newValue } }
    }

    /// Takes in an effect that begins; tells whether there is an actor for it.
    func insert(_ effect: RunningEffect) -> Bool {
        state.withLock { state in
            guard state.actor != nil else { return false }
            let slot = effect.number.slot
            while state.running.count <= slot { state.running.append(nil) }
            state.running[slot] = effect
            return true
        }
    }

    /// The effect with a number, while it runs.
    func effect(_ number: EffectNumber) -> RunningEffect? { state.withLock { $0.effect(number) } }

    /// Forgets an effect that the ledger has struck out.
    func remove(_ number: EffectNumber) -> RunningEffect? { state.withLock { $0.remove(number) } }

    /// Forgets an effect that has ended, and remembers to tell the ledger on its next visit.
    ///
    /// That spares each effect the way to the actor at its end.
    func end(_ number: EffectNumber) {
        state.withLock { state in
            guard state.remove(number) != nil else { return }
            state.ended.append(number)
            hasEnded.store(true, ordering: .releasing)
        }
    }

    /// The effects that have ended since this was last asked.
    func takeEnded() -> [EffectNumber] {
        guard hasEnded.load(ordering: .acquiring) else { return [] }
        return state.withLock { state in
            hasEnded.store(false, ordering: .relaxed)
            defer { state.ended = [] }
            return state.ended
        }
    }

    /// Ends everything: what runs is cancelled, and nothing is delivered any more.
    func close() {
        let running = state.withLock { state in
            defer { state.running = [] }
            state.actor = nil
            return state.running
        }
        for effect in running { effect?.cancel() }
    }
}
