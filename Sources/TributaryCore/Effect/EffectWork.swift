// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation of an effect, with what its task is to be called.
@usableFromInline
struct EffectWork<Action>: Sendable {
    let name: String?
    let priority: TaskPriority?
    let site: SourceSite?
    var operation: @Sendable (Send<Action>) async throws -> Void
    let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

    /// Whether the runtime waits here on behalf of an effect, so that no operation of the program runs.
    private(set) var isWait = false

    /// The dependencies of the subtree that asks for the work, where they are not the store's.
    private var dependencies: Dependencies?

    init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        site: SourceSite?,
        operation: @escaping @Sendable (Send<Action>) async throws -> Void,
        handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.operation = operation
        self.handler = handler
    }

    /// The same work, done with the dependencies of a subtree.
    func depending(on dependencies: Dependencies) -> EffectWork {
        var work = self
        work.dependencies = dependencies
        return work
    }

    /// The work that answers an error of this one, with an operation that fails at once.
    func failing(with error: any Error) -> EffectWork {
        var work = self
        work.operation = { _ in throw error }
        return work
    }

    /// Waits for something, and then sends to whoever performs effects.
    static func wait(_ wait: @escaping @Sendable () async throws -> Void) -> EffectWork where Action == Void {
        var work = EffectWork(site: nil) { send in
            try await wait()
            await send(())
        }
        work.isWait = true
        return work
    }

    /// Does the work, and answers its error.
    func perform(with send: Send<Action>) async {
        guard let dependencies else { return await performHere(with: send) }
        await Dependencies.$overriding.withValue(dependencies) { await performHere(with: send) }
    }

    private func performHere(with send: Send<Action>) async {
        do {
            try await operation(send)
        } catch {
            // A cancelled operation is expected to give up by throwing: that is no failure.
            guard !send.isCancelled else { return }
            guard let handler else {
                return send.channel.report(.uncaught(error, site: site))
            }
            await handler(error, send)
        }
    }
}
