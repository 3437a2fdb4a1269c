// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// One run of an explored scenario.
///
/// It follows the given choices, then takes the first one each time, and records them all.
final class ExplorationRun: Sendable {
    /// A choice that was made.
    struct Choice: Sendable {
        let taken: Int
        let ready: [ReadyEffect]

        /// Whether the scenario itself could continue, too; that is the last of the possibilities then.
        let mayPass: Bool

        var count: Int { ready.count + (mayPass ? 1 : 0) }
    }

    private struct State {
        var choices: [Choice] = []
        var generator: SeededGenerator?
        var hasStrayed = false
    }

    /// The run that the current task belongs to.
    @TaskLocal static var current: ExplorationRun?

    private let prescribed: [Int]
    private let state: Mutex<State>

    /// Makes a run that follows the given choices.
    ///
    /// After that it chooses at random if it has a generator, else the first one.
    init(_ prescribed: [Int], generator: SeededGenerator? = nil) {
        self.prescribed = prescribed
        state = Mutex(State(generator: generator))
    }

    /// The choices that were made.
    var choices: [Choice] { state.withLock { $0.choices } }

    /// Whether a given choice did not exist.
    var hasStrayed: Bool { state.withLock { $0.hasStrayed } }

    /// Chooses the effect that continues.
    var chooser: EffectChooser {
        { [self] ready in choose(ready, mayPass: false) }
    }

    /// Lets any number of effects continue before the scenario does.
    func race(_ scheduler: EffectScheduler) {
        while true {
            let ready = scheduler.readyEffects
            guard !ready.isEmpty else { return }
            let index = choose(ready, mayPass: true)
            guard index < ready.count else { return }
            guard scheduler.step(.arriving, at: index) else { return }
        }
    }

    private func choose(_ ready: [ReadyEffect], mayPass: Bool) -> Int {
        state.withLock { state in
            let count = ready.count + (mayPass ? 1 : 0)
            let position = state.choices.count
            var taken = 0
            if position < prescribed.count {
                taken = prescribed[position]
            } else if var generator = state.generator {
                taken = Int.random(in: 0..<count, using: &generator)
                state.generator = generator
            }
            if taken >= count {
                state.hasStrayed = true
                taken = 0
            }
            state.choices.append(Choice(taken: taken, ready: ready, mayPass: mayPass))
            return taken
        }
    }
}
