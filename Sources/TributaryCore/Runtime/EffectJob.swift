// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one task does, for those who do not know the type of the actions it sends.
struct EffectJob: Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?

    /// Whether the runtime waits here on behalf of an effect, so that no operation of the program runs.
    let isWait: Bool

    /// The actor on which it begins; `nil` for one that begins beside all actors.
    let isolation: (any Actor)?

    /// What it does, unless that was taken out.
    private(set) var body: Body?

    /// The work, or the answer to an error in its place.
    typealias Perform =
        @Sendable (_ isolation: isolated (any Actor)?, any EffectChannel, (any Error)?) async -> Void

    /// What a job does: wrapped, because a closure that is kept behind a lock gets a new context each time.
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

    /// What is known about the job, and nothing that its operation holds.
    var withoutBody: EffectJob {
        var job = self
        job.body = nil
        return job
    }

    /// The same job with something to do.
    func with(_ body: Body) -> EffectJob {
        var job = self
        job.body = body
        return job
    }
}
