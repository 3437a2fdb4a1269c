// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How the effects of a feedback are started, whatever they are asked for by.
@usableFromInline
struct FeedbackStart<Action> {
    private let priority: TaskPriority?
    private let name: String?
    private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
    private let site: SourceSite

    @usableFromInline
    init(
        _ priority: TaskPriority?,
        _ name: String?,
        _ handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
        _ fileID: String,
        _ line: UInt
    ) {
        self.priority = priority
        self.name = name
        self.handler = handler
        site = SourceSite(fileID: fileID, line: line)
    }

    func callAsFunction(
        _ operation: @escaping @Sendable (Send<Action>) async throws -> Void
    ) -> Effect<Action> {
        .run(
            priority: priority,
            name: name,
            operation: operation,
            catch: handler,
            fileID: site.fileID,
            line: site.line
        )
    }
}
