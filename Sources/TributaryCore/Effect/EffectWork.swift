// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with the name and the priority of its task.
///
/// Unchecked, because the superclass has no storage of its own, and everything here is constant and Sendable.
@usableFromInline
package final class EffectWork<Action>: EffectOperation<Action>, @unchecked Sendable {
    package let name: String?
    let priority: TaskPriority?
    package let site: SourceSite?

    /// The actor to which the operation is isolated, and where it begins; `nil` if it is isolated to none.
    package let isolation: (any Actor)?

    /// The work, if it is called as the program wrote it.
    private let written: WrittenOperation?
    private let wrapped: Operation?
    private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

    /// Whether it sends the values of a sequence or a publisher, and so may last until it is cancelled.
    let isStream: Bool

    /// The work, as the program writes it.
    @usableFromInline
    typealias WrittenOperation = @isolated(any) @Sendable (Send<Action>) async throws -> Void

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

    @usableFromInline
    init(
        name: String? = nil,
        priority: TaskPriority? = nil,
        site: SourceSite?,
        dependencies: Dependencies? = nil,
        isWait: Bool = false,
        isStream: Bool = false,
        operation: @escaping WrittenOperation,
        handler: (@Sendable (any Error, Send<Action>) async -> Void)? = nil
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        self.dependencies = dependencies
        self.isWait = isWait
        self.isStream = isStream
        isolation = operation.isolation
        written = operation
        wrapped = nil
        self.handler = handler
    }

    /// Makes work for an actor that takes its operation as a method of itself.
    init(
        name: String?,
        priority: TaskPriority?,
        site: SourceSite,
        isolation: any Actor,
        operation: @escaping Operation
    ) {
        self.name = name
        self.priority = priority
        self.site = site
        dependencies = nil
        isWait = false
        isStream = false
        self.isolation = isolation
        written = nil
        wrapped = operation
        handler = nil
    }

    private init(_ work: EffectWork, dependencies: Dependencies?, wrapped: Operation?) {
        name = work.name
        priority = work.priority
        site = work.site
        self.dependencies = dependencies
        isWait = work.isWait
        isStream = work.isStream
        isolation = work.isolation
        written = wrapped == nil ? work.written : nil
        self.wrapped = wrapped
        handler = work.handler
    }

    override var work: EffectWork? { self }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        context.performer.begin(self, in: context, completion: completion)
    }

    /// The same work, done with the dependencies of a subtree.
    package func with(dependencies: Dependencies) -> EffectWork {
        EffectWork(self, dependencies: dependencies, wrapped: wrapped)
    }

    /// The same work, done by another operation on the same actor.
    func with(operation: @escaping Operation) -> EffectWork {
        EffectWork(self, dependencies: dependencies, wrapped: operation)
    }

    /// The work, called on the actor of its isolation.
    var operation: Operation {
        if let wrapped { return wrapped }
        return { [written] _, send in try await written?(send) }
    }

    /// The work as the program wrote it, if nothing has to be done around it.
    var plainOperation: WrittenOperation? { dependencies == nil ? written : nil }

    /// Waits for something, and then sends to the code that performs effects.
    static func wait(_ wait: @escaping @Sendable () async throws -> Void) -> EffectWork where Action == Void {
        EffectWork(site: nil, isWait: true) { send in
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
    package func perform(
        on isolation: isolated (any Actor)?,
        with send: Send<Action>,
        failure: (any Error)?
    ) async {
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
            await handle(error, with: send)
        }
    }

    /// Handles an error of the work.
    func handle(_ error: any Error, with send: Send<Action>) async {
        // A cancelled operation is expected to stop by throwing: that is no failure.
        guard !send.isCancelled else { return }
        // It was reported when the unimplemented dependency was used. No handler can make up for it.
        if error is UnimplementedError { return }
        guard let handler else { return send.channel.report(.uncaught(error, site: site)) }
        await handler(error, send)
    }
}
