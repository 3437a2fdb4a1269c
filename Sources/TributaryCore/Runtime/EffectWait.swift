// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Waits for a time or a place on behalf of an effect.
///
/// It is a task, so that what follows inherits the task-local values of the sender.
final class EffectWait: EffectWork, @unchecked Sendable {
    /// What it waits for.
    enum Cause {
        /// An amount of time, which the program asked for at this site.
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
    /// With the deferred work that is to begin early, where somebody asked for that.
    let due: (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void

    init(
        _ cause: Cause,
        _ wait: @escaping @Sendable () async throws -> Void,
        due: @escaping (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void
    ) {
        self.cause = cause
        self.wait = wait
        self.due = due
        // No deferred work: nobody has to wait for it but what it holds up.
        super.init(name: nil, priority: nil, site: nil, isolation: nil, isStream: true)
    }

    override func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        try await wait()
        await (channel as? RunningEffect)?.tellDue(self)
    }
}
