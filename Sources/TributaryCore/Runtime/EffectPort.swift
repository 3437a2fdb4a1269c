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
        var running: [Int: RunningEffect] = [:]
        var makeExecutor: EffectExecutorMaker?
    }

    private let state = Mutex(State())
    let reporter: DiagnosticReporter

    init(reporter: DiagnosticReporter) { self.reporter = reporter }

    /// The actor that owns the machine, while there is one.
    var actor: (any Actor)? {
        get { state.withLock { $0.actor } }
        set { state.withLock { $0.actor = newValue } }
    }

    /// Makes the executors of effects; without it, they run where the program's tasks do.
    var makeExecutor: EffectExecutorMaker? {
        get { state.withLock { $0.makeExecutor } }
        set { state.withLock { $0.makeExecutor = newValue } }
    }

    /// The effects that run, in the order in which they began.
    var running: [EffectDescription] {
        state.withLock { $0.running.values.map(\.description) }.sorted { $0.number < $1.number }
    }

    func insert(_ effect: RunningEffect) {
        state.withLock { $0.running[effect.number] = effect }
    }

    func remove(_ number: Int) -> RunningEffect? {
        state.withLock { $0.running.removeValue(forKey: number) }
    }

    /// Ends everything: what runs is cancelled, and nothing is delivered any more.
    func close() {
        let running = state.withLock { state in
            defer { state.running = [:] }
            state.actor = nil
            return state.running
        }
        for effect in running.values { effect.cancel() }
    }
}
