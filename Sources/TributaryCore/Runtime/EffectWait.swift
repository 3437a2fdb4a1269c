// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Waits for a time or a place on behalf of an effect.
///
/// It is a task, so that the effect inherits the task-local values of the sender.
///
/// Unchecked Sendable: its properties are constant, and `due` is called on the store's actor alone.
final class EffectWait: EffectWork, @unchecked Sendable {
    /// The reason for the wait.
    enum Cause {
        /// An amount of time, requested at this site.
        case time(SourceSite)
        /// A place among the effects under an identifier.
        case place(AnyHashable)
        /// The end of the time that something may take, or of a throttle's window: nothing has to begin then.
        case end
    }

    let cause: Cause
    private let wait: @Sendable () async throws -> Void

    /// Called on the store's actor when the wait is over.
    ///
    /// `early` is the deferred work that the effect becomes a part of if `flush` ends the wait.
    let due: (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void

    init(
        _ cause: Cause,
        _ wait: @escaping @Sendable () async throws -> Void,
        due: @escaping (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void
    ) {
        self.cause = cause
        self.wait = wait
        self.due = due
        // No deferred work: only the effect waits for it.
        super.init(name: nil, priority: nil, site: nil, isolation: nil, isStream: true)
    }

    override func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        try await wait()
        await (channel as? RunningEffect)?.tellDue(self)
    }
}
