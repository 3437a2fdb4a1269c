// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Where the stores that are made now run, with their effects, when somebody decides it: tests do.
package struct EffectHost: Sendable {
    /// What decides in the current task; `nil` outside of tests.
    @TaskLocal package static var current: EffectHost?

    /// The actor on which machines are used in place of that of their store; whoever decides keeps it alive.
    package let actor: any Actor

    /// Makes the executor of an effect.
    package let makeExecutor: EffectExecutorMaker

    package init(actor: any Actor, makeExecutor: @escaping EffectExecutorMaker) {
        self.actor = actor
        self.makeExecutor = makeExecutor
    }
}
