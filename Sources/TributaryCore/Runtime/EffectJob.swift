// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one task does, without the type of the actions it sends.
struct EffectJob: Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?

    /// Whether the runtime waits here on behalf of an effect.
    ///
    /// No operation of the program runs then.
    let isWait: Bool

    /// The actor on which the job begins; `nil` if it begins on no actor.
    let isolation: (any Actor)?

    /// What the job does; `nil` if it was removed.
    private(set) var body: Body?

    /// Does the work, or answers an error in its place.
    typealias Perform =
        @Sendable (_ isolation: isolated (any Actor)?, any EffectChannel, (any Error)?) async -> Void

    /// What a job does.
    ///
    /// It is wrapped because a closure that is kept behind a lock gets a new context on each access.
    struct Body: Sendable {
        /// Does the work, or answers an error in its place.
        let perform: Perform
    }

    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite?,
        isWait: Bool,
        isolation: (any Actor)?,
        perform: @escaping Perform
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.isWait = isWait
        self.isolation = isolation
        body = Body(perform: perform)
    }

    /// The same job without its body, so that nothing that the operation captures is kept.
    var withoutBody: EffectJob {
        var job = self
        job.body = nil
        return job
    }

    /// The same job with a body.
    func with(_ body: Body) -> EffectJob {
        var job = self
        job.body = body
        return job
    }
}
