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
    let body: @Sendable (any EffectChannel, (any Error)?) async -> Void
}
