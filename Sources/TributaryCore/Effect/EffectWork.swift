// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with what its task is to be called.
///
/// Unchecked, because the class above has no storage of its own; everything here is constant and Sendable.
final class EffectWork<Action>: EffectOperation<Action>, @unchecked Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?
    let operation: @Sendable (Send<Action>) async throws -> Void
    let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

    /// The dependencies of the subtree that asks for the work, where they are not the store's.
    private let dependencies: Dependencies?

    /// Whether the runtime waits here on behalf of an effect, so that no operation of the program runs.
    let isWait: Bool

    init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        site: SourceSite?,
        dependencies: Dependencies? = nil,
        isWait: Bool = false,
        operation: @escaping @Sendable (Send<Action>) async throws -> Void,
        handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.dependencies = dependencies
        self.isWait = isWait
        self.operation = operation
        self.handler = handler
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.performer.begin(self, in: context, completion: completion)
    }

    /// The same work, done with the dependencies of a subtree, or with another operation.
    func with(
        dependencies: Dependencies? = nil,
        operation: (@Sendable (Send<Action>) async throws -> Void)? = nil
    ) -> EffectWork {
        EffectWork(
            name: name,
            priority: priority,
            site: site,
            dependencies: dependencies ?? self.dependencies,
            isWait: isWait,
            operation: operation ?? self.operation,
            handler: handler
        )
    }

    /// Waits for something, and then sends to whoever performs effects.
    static func wait(_ wait: @escaping @Sendable () async throws -> Void) -> EffectWork where Action == Void {
        EffectWork(site: nil, isWait: true) { send in
            try await wait()
            await send(())
        }
    }

    /// Does the work, and answers its error.
    ///
    /// - Parameters:
    ///   - send: Sends the actions.
    ///   - failure: An error to be answered in place of the work.
    func perform(with send: Send<Action>, failure: (any Error)?) async {
        guard let dependencies else { return await performHere(with: send, failure: failure) }
        let send = Send(channel: SubtreeChannel(send.channel), way: send.way)
        await Dependencies.$overriding.withValue(dependencies) {
            await performHere(with: send, failure: failure)
        }
    }

    private func performHere(with send: Send<Action>, failure: (any Error)?) async {
        do {
            if let failure { throw failure }
            try await operation(send)
        } catch {
            // A cancelled operation is expected to give up by throwing: that is no failure.
            guard !send.isCancelled else { return }
            // What is missing was reported where it was used. No handler can make up for it.
            if error is UnimplementedError { return }
            guard let handler else { return send.channel.report(.uncaught(error, site: site)) }
            await handler(error, send)
        }
    }
}
