// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with the name and the priority of its task.
///
/// Unchecked Sendable: the superclass has no storage, and everything here and in the subclasses is constant, and is
/// Sendable or says why it may be passed on.
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
    func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        preconditionFailure("Work is of a kind.")
    }

    /// Handles an error of the work.
    func handle(_ error: any Error, for channel: any EffectChannel) async {
        channel.report(.uncaught(error, site: site))
    }
}

extension EffectWork {
    /// Does the work, retries it as long as a policy allows that, and handles its error.
    ///
    /// - Parameters:
    ///   - channel: Gets the actions and the diagnostics of the work.
    ///   - retries: The policies by which it is retried, the innermost first.
    ///   - failure: An error to handle instead of doing the work.
    ///   - isolation: The actor on which the work begins.
    package func run(
        for channel: any EffectChannel,
        retries: EffectChain<EffectRetry>?,
        failure: (any Error)?,
        on isolation: isolated (any Actor)?
    ) async {
        do {
            if let failure { throw failure }
            if let retries {
                try await attempt(retries, for: channel, on: isolation)
            } else {
                try await perform(for: channel, on: isolation)
            }
        } catch {
            // A cancelled operation is expected to stop by throwing: that is no failure. And a missing dependency was
            // reported when it was used; no handler can make up for it.
            if !channel.isCancelled, !(error is UnimplementedError) { await handle(error, for: channel) }
        }
    }

    /// Does the work until an attempt succeeds, or no policy allows another.
    ///
    /// All attempts of an inner policy are one attempt of the outer one.
    private func attempt(
        _ retries: EffectChain<EffectRetry>,
        for channel: any EffectChannel,
        on isolation: isolated (any Actor)?
    ) async throws {
        retries.forEach { retry in
            let count = retry.policy.attempts
            if count < 1 { channel.report(.belowOne("A retry policy", allows: count, site: site)) }
        }
        var levels: [RetryLevel] = []
        while true {
            do {
                return try await perform(for: channel, on: isolation)
            } catch {
                if levels.isEmpty { retries.forEach { levels.append(RetryLevel($0)) } }
                // An unimplemented dependency is missing at the next attempt, too.
                guard !channel.isCancelled, !(error is UnimplementedError),
                    let (level, delay) = Self.delay(after: error, &levels)
                else { throw error }
                if delay > .zero { try await levels[level].retry.sleep(delay) }
            }
        }
    }

    /// The innermost policy that allows another attempt, and the wait before it; those within it begin anew.
    private static func delay(
        after error: any Error,
        _ levels: inout [RetryLevel]
    ) -> (level: Int, delay: Duration)? {
        for level in levels.indices {
            if let delay = levels[level].delay(after: error) { return (level, delay) }
            levels[level] = RetryLevel(levels[level].retry)
        }
        return nil
    }
}

/// A policy, and the attempts that it has allowed.
private struct RetryLevel {
    let retry: EffectRetry
    private var policy: RetryPolicy
    private var attempt = 1

    init(_ retry: EffectRetry) {
        self.retry = retry
        policy = retry.policy
    }

    /// The wait before the next attempt; `nil` if there is none.
    mutating func delay(after error: any Error) -> Duration? {
        guard let delay = policy.delay(after: error, attempt: attempt) else { return nil }
        attempt += 1
        return delay
    }
}

/// The operation of a program.
///
/// Unchecked Sendable, like its superclass: its own properties are constant and Sendable.
final class ProgramWork<Action>: EffectWork, @unchecked Sendable {
    private let operation: @isolated(any) @Sendable (Send<Action>) async throws -> Void
    private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?

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
///
/// Unchecked Sendable, like its superclass: its own property is constant and Sendable.
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

/// Sends actions from a running effect.
///
/// You can use it from any task while the effect runs. After the effect was cancelled, actions are dropped silently. After it ended
/// by itself, they are dropped with a diagnostic: an operation has to wait for the tasks that use its `send`.
public struct Send<Action>: Sendable {
    @usableFromInline let channel: any EffectChannel

    /// A closure around the turn of each action.
    @usableFromInline let around: (@Sendable (_ turn: () -> Void) -> Void)?

    init(_ channel: any EffectChannel, around: (@Sendable (_ turn: () -> Void) -> Void)? = nil) {
        self.channel = channel
        self.around = around
    }

    /// Sends an action, and waits until it and its turn are done.
    ///
    /// - Parameter action: The action; it need not be `Sendable` if the sender does not keep it.
    @inlinable
    @inline(__always)
    public func callAsFunction(_ action: sending Action) async {
        // Everything here is given away, and the call is inlined: nothing is left to do after the action, so an
        // operation that ends with it ends on the store's actor, without a change of threads.
        let operation: EffectOperation = SendOperation(action)
        guard let actor = channel.destination(of: operation) else { return }
        await channel.deliver(consume operation, around, on: consume actor)
    }

    /// Whether the effect was cancelled, so that its actions are dropped.
    public var isCancelled: Bool { channel.isCancelled }

    /// Reports an error that a typed handler does not handle.
    package func report(uncaught error: any Error, site: SourceSite) {
        channel.report(.uncaught(error, site: site))
    }

    /// The same, but with a closure around the turn of each action: for animations.
    ///
    /// - Parameter body: Called on the actor of the store, unless the action is dropped; it has to call its argument.
    /// - Returns: A `Send` with the closure.
    package func surrounding(_ body: @escaping @Sendable (_ turn: () -> Void) -> Void) -> Send {
        guard let around else { return Send(channel, around: body) }
        return Send(channel) { turn in around { body(turn) } }
    }
}

/// The channel through which the `Send` of a running effect reaches the actor of its store.
@usableFromInline package protocol EffectChannel: AnyObject, Sendable {
    /// Whether the effect was cancelled.
    var isCancelled: Bool { get }

    /// The actor of the store; `nil` if the effect is over or its store is gone.
    func destination(of operation: EffectOperation) -> (any Actor)?

    /// Delivers an action where the machine is, unless the effect is over.
    func deliver(
        _ operation: sending EffectOperation,
        _ around: (@Sendable (_ turn: () -> Void) -> Void)?,
        on actor: consuming isolated any Actor
    ) async

    /// Reports a diagnostic on behalf of the store.
    func report(_ diagnostic: Diagnostic)
}
