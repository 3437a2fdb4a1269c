// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The place where new stores and their effects run, if the surrounding code sets it, as tests do.
package struct EffectHost: Sendable {
    /// The host of the current task; `nil` outside of tests.
    @TaskLocal package static var current: EffectHost?

    /// The actor that machines use in place of their store's.
    ///
    /// The owner of the host keeps it alive.
    let actor: any Actor

    /// Makes the executor of an effect.
    let makeExecutor: EffectExecutorMaker

    package init(actor: any Actor, makeExecutor: @escaping EffectExecutorMaker) {
        self.actor = actor
        self.makeExecutor = makeExecutor
    }

    /// Makes the executor of a task that is not an effect of a store, such as one that writes a log.
    package func executor(named name: String) -> any EffectExecutor {
        makeExecutor(EffectDescription(number: 0, name: name, site: nil))
    }
}

/// The executor of one effect, if the machine's owner provides it, as tests do.
package protocol EffectExecutor: TaskExecutor {
    /// Called when the effect's operation has returned.
    ///
    /// The effect only has to report its end to the machine.
    func operationEnded()

    /// Called when the effect has reported its end to the machine.
    ///
    /// It is the last call of the effect's task.
    func effectEnded()
}

/// Makes the executor of an effect that is about to start.
package typealias EffectExecutorMaker = @Sendable (EffectDescription) -> any EffectExecutor

/// An event of an effect, which has a number.
package enum EffectEvent: Hashable, Sendable {
    /// It has begun, and starts when the action is done and durable.
    case began(EffectDescription)

    /// Its operation has returned, and the machine has noted it.
    case ended(Int)

    /// It was cancelled.
    case cancelled(Int)
}
