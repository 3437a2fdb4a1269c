// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An effect that has begun, and waits for the end of its action, and for its commit.
struct BegunEffect {
    /// The context of an action.
    struct Context {
        let context: (any Sendable)?
    }

    let effect: RunningEffect
    var commit = 0

    /// The context in which its action was sent, once it has waited for a commit.
    var sent: Context?
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
        held.append(BegunEffect(effect: begun.effect, commit: begun.commit, sent: .init(context: sent)))
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
