// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where new stores run, with their effects, if the surrounding code decides that; tests do.
package struct EffectHost: Sendable {
    /// The host of the current task; `nil` outside of tests.
    @TaskLocal package static var current: EffectHost?

    /// The actor that machines use in place of their store's.
    ///
    /// The owner of the host keeps it alive.
    package let actor: any Actor

    /// Makes the executor of an effect.
    package let makeExecutor: EffectExecutorMaker

    package init(actor: any Actor, makeExecutor: @escaping EffectExecutorMaker) {
        self.actor = actor
        self.makeExecutor = makeExecutor
    }
}
