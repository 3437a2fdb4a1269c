// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with the name and the priority of its task.
///
/// Unchecked, because the superclass has no storage of its own, and everything here is constant and Sendable.
final class EffectWork<Action>: EffectOperation<Action>, @unchecked Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?

    /// The actor to which the operation is isolated, and where it begins; `nil` if it is isolated to none.
    let isolation: (any Actor)?
    let operation: Operation
    let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

    /// Whether it sends the values of a sequence or a publisher, and so may last until it is cancelled.
    let isStream: Bool

    /// The work, called on the actor of its isolation.
    ///
    /// The actor is a parameter, because a closure cannot inherit the isolation of its caller as a function can.
    typealias Operation = @Sendable (_ isolation: isolated (any Actor)?, Send<Action>) async throws -> Void

    /// The dependencies of the subtree that asks for the work, if they differ from the store's.
    private let dependencies: Dependencies?

    /// Whether the runtime waits here on behalf of an effect.
    ///
    /// No operation of the program runs then.
    let isWait: Bool

    init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        site: SourceSite?,
        dependencies: Dependencies? = nil,
        isWait: Bool = false,
        isStream: Bool = false,
        isolation: (any Actor)? = nil,
        operation: @escaping Operation,
        handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.dependencies = dependencies
        self.isWait = isWait
        self.isStream = isStream
        self.isolation = isolation
        self.operation = operation
        self.handler = handler
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.performer.begin(self, in: context, completion: completion)
    }

    /// The same work, done with the dependencies of a subtree.
    func with(dependencies: Dependencies) -> EffectWork { with(dependencies, operation) }

    /// The same work, done by another operation on the same actor.
    func with(operation: @escaping Operation) -> EffectWork { with(dependencies, operation) }

    private func with(_ dependencies: Dependencies?, _ operation: @escaping Operation) -> EffectWork {
        EffectWork(
            name: name,
            priority: priority,
            site: site,
            dependencies: dependencies,
            isWait: isWait,
            isStream: isStream,
            isolation: isolation,
            operation: operation,
            handler: handler
        )
    }

    /// Waits for something, and then sends to the code that performs effects.
    static func wait(_ wait: @escaping @Sendable () async throws -> Void) -> EffectWork where Action == Void {
        EffectWork(site: nil, isWait: true) { _, send in
            try await wait()
            await send(())
        }
    }

    /// Does the work, and handles its error.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the work begins.
    ///   - send: Sends the actions.
    ///   - failure: An error to handle instead of doing the work.
    func perform(on isolation: isolated (any Actor)?, with send: Send<Action>, failure: (any Error)?) async {
        guard let dependencies else { return await performHere(isolation, with: send, failure: failure) }
        let send = Send(channel: SubtreeChannel(send.channel), way: send.way)
        await Dependencies.$overriding.withValue(dependencies) {
            await performHere(isolation, with: send, failure: failure)
        }
    }

    private func performHere(
        _ isolation: isolated (any Actor)?,
        with send: Send<Action>,
        failure: (any Error)?
    ) async {
        do {
            if let failure { throw failure }
            try await operation(isolation, send)
        } catch {
            // A cancelled operation is expected to stop by throwing: that is no failure.
            guard !send.isCancelled else { return }
            // It was reported when the unimplemented dependency was used. No handler can make up for it.
            if error is UnimplementedError { return }
            guard let handler else { return send.channel.report(.uncaught(error, site: site)) }
            await handler(error, send)
        }
    }
}
