// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A piece of an effect that could run now.
struct ReadyJob {
    let job: UnownedJob

    /// The effect it belongs to; `nil` if that is unknown, because it came from another thread.
    let effect: EffectSlot?

    /// Whether it runs on the store's actor, to deliver an action or to report the end of its effect.
    let isVisit: Bool

    /// Counts the jobs of a scheduler, to recognize those that came later.
    let number: Int

    /// The job that ran on the same thread when this one came, if any.
    let origin: Int?

    /// Whether running it delivers an action.
    var isDelivery: Bool { isVisit && effect?.isEnding != true }
}
