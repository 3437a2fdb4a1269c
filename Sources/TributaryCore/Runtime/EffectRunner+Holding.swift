// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What waits for the commit of the action that asked for it (law 13).
///
/// An object of its own, so that a machine which is not recorded has room for no more than a pointer.
final class EffectHolding {
    /// The commit for which what begins now has to wait; `0` for none.
    @exclusivity(unchecked) var openCommit = 0

    /// The last commit that is durable.
    private var durableCommit = 0

    /// What has begun, and waits for its commit, in the order of these.
    private(set) var held: [EffectRunner.Begun] = []

    /// The contexts in which it begins, where these go with actions.
    let carriage: EffectCarriage?

    init(_ carrier: (any ContextCarrier)?) { carriage = carrier.map(EffectCarriage.init) }

    /// Keeps an effect whose commit is not durable.
    ///
    /// - Returns: Whether it has to wait.
    func hold(_ begun: EffectRunner.Begun) -> Bool {
        guard begun.commit > durableCommit else { return false }
        carriage?.hold(begun.effect.number)
        held.append(begun)
        return true
    }

    /// Lets go of what waited for a commit, and for those before it.
    func release(upTo commit: Int) -> ArraySlice<EffectRunner.Begun> {
        durableCommit = commit
        let released = held.prefix { $0.commit <= commit }
        held.removeFirst(released.count)
        return released
    }
}

extension EffectRunner {
    /// An effect that has begun, and waits for the end of its action, and for its commit.
    struct Begun {
        let effect: RunningEffect
        let completion: EffectCompletion?
        var commit = 0
    }

    /// Starts what waited for a commit, and for those before it.
    func release(upTo commit: Int) {
        guard let released = holding?.release(upTo: commit), !released.isEmpty else { return }
        for effect in released { begun.append(effect) }
        startBegun()
    }

    /// Starts an effect, in the context of its action if it has waited.
    func start(_ effect: RunningEffect) {
        guard let carriage = holding?.carriage else {
            return effect.start(on: makeExecutor?(effect.description))
        }
        carriage.start(effect.number) { effect.start(on: makeExecutor?(effect.description)) }
    }
}
