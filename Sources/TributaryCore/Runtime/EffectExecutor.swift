// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where one effect runs, when whoever owns the machine decides it: tests do.
package protocol EffectExecutor: TaskExecutor {
    /// Called when the effect's operation has returned, so that all it still does is tell the machine.
    func operationEnded()

    /// Called when the effect has told the machine, as the last thing its task does.
    func effectEnded()
}

/// What an effect is called, and where it was written: for whoever lists the effects that run.
package struct EffectDescription: Hashable, Sendable {
    /// The number of the effect, in the order in which the machine's effects begin.
    package let number: Int

    /// The name that its reducer gave it.
    package let name: String?

    /// Where its reducer made it; `nil` for what only waits, such as for the time of a `debounce`.
    package let site: SourceSite?
}

/// Makes the executor of an effect that is about to start.
package typealias EffectExecutorMaker = @Sendable (EffectDescription) -> any EffectExecutor
