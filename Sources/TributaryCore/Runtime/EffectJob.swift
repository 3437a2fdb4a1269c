// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What one task does, for those who do not know the type of the actions it sends.
struct EffectJob: Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?

    /// Whether the runtime waits here on behalf of an effect, so that no operation of the program runs.
    let isWait: Bool

    /// Does the work, or answers an error in its place.
    private(set) var body: Body?

    typealias Body = @Sendable (any EffectChannel, (any Error)?) async -> Void

    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite?,
        isWait: Bool,
        body: @escaping Body
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.isWait = isWait
        self.body = body
    }

    /// What is known about the job, and nothing that its operation holds.
    var withoutBody: EffectJob {
        var job = self
        job.body = nil
        return job
    }

    /// The same job with something to do.
    func with(_ body: @escaping Body) -> EffectJob {
        var job = self
        job.body = body
        return job
    }
}
