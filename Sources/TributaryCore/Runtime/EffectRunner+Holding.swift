// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What waits for the commit of the action that asked for it (law 13).
extension EffectRunner {
    /// An effect that has begun, and waits for the end of its action, and for its commit.
    struct Begun {
        let effect: RunningEffect
        let completion: EffectCompletion?
        var commit = 0
    }

    /// Starts what waited for a commit, and for those before it.
    func release(upTo commit: Int) {
        durableCommit = commit
        let count = held.firstIndex { $0.commit > commit } ?? held.count
        guard count > 0 else { return }
        for effect in held[..<count] { begun.append(effect) }
        held.removeFirst(count)
        startBegun()
    }

    /// Starts an effect, in the context of its action if it has waited.
    func start(_ effect: RunningEffect) {
        guard let carriage else { return effect.start(on: makeExecutor?(effect.description)) }
        carriage.start(effect.number) { effect.start(on: makeExecutor?(effect.description)) }
    }
}
