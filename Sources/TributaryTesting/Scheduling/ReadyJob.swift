// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A piece of an effect that could run now.
struct ReadyJob {
    let job: UnownedJob

    /// The effect it belongs to; `nil` when that cannot be told, because it came from another thread.
    let effect: EffectSlot?

    /// Whether it runs where the store runs: to deliver an action, or to tell that its effect has ended.
    let isVisit: Bool

    /// Counts the jobs of a scheduler, so that those that came later can be told.
    let number: Int

    /// The job that was running on the same thread when this one came, if one was.
    let origin: Int?

    /// Whether running it delivers an action.
    var isDelivery: Bool { isVisit && effect?.isEnding != true }
}
