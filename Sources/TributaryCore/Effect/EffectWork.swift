// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with the name and the priority of its task.
///
/// Unchecked Sendable: the superclass has no storage, and everything here and in the subclasses is constant, and is
/// Sendable or says why it may be passed on.
@usableFromInline
package class EffectWork: EffectOperation, @unchecked Sendable {
    package final let name: String?
    final let priority: TaskPriority?
    package final let site: SourceSite?

    /// The actor to which the operation is isolated, and where it begins; `nil` if it is isolated to none.
    package final let isolation: (any Actor)?

    /// Whether it sends the values of a sequence or a publisher, and so may last until it is cancelled.
    final let isStream: Bool

    init(name: String?, priority: TaskPriority?, site: SourceSite?, isolation: (any Actor)?, isStream: Bool) {
        self.name = name
        self.priority = priority
        self.site = site
        self.isolation = isolation
        self.isStream = isStream
    }

    package final override var work: EffectWork? { self }

    /// Does the work once, on the actor of its isolation.
    package func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        preconditionFailure("Work is of a kind.")
    }

    /// Handles an error of the work.
    package func handle(_ error: any Error, for channel: any EffectChannel) async {
        channel.report(.uncaught(error, site: site))
    }
}

/// The operation of a program.
@usableFromInline
final class ProgramWork<Action>: EffectWork, @unchecked Sendable {
    private let operation: @isolated(any) @Sendable (Send<Action>) async throws -> Void
    private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

    @usableFromInline
    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite,
        isStream: Bool = false,
        operation: @escaping @isolated(any) @Sendable (Send<Action>) async throws -> Void,
        handler: (@Sendable (any Error, Send<Action>) async -> Void)?
    ) {
        self.operation = operation
        self.handler = handler
        super.init(
            name: name,
            priority: priority,
            site: site,
            isolation: operation.isolation,
            isStream: isStream
        )
    }

    override func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        try await operation(Send(channel))
    }

    override func handle(_ error: any Error, for channel: any EffectChannel) async {
        guard let handler else { return channel.report(.uncaught(error, site: site)) }
        await handler(error, Send(channel))
    }
}

/// The operation of a program that is a method of an actor, or gets it.
final class ActorWork: EffectWork, @unchecked Sendable {
    // The actor is a parameter, because a closure cannot inherit the isolation of its caller as a function can.
    private let operation: @Sendable (_ isolation: isolated (any Actor)?) async throws -> Void

    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite,
        isolation: any Actor,
        operation: @escaping @Sendable (_ isolation: isolated (any Actor)?) async throws -> Void
    ) {
        self.operation = operation
        super.init(name: name, priority: priority, site: site, isolation: isolation, isStream: false)
    }

    override func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        try await operation(isolation)
    }
}
