// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One asynchronous operation, with the name and the priority of its task.
///
/// Unchecked Sendable: only the identifier in `wait` is not Sendable, and it is used on the actor of the store alone.
package final class EffectWork: EffectOperation, @unchecked Sendable {
    /// Does the work once, on the caller's actor.
    typealias Body = nonisolated(nonsending) @Sendable (any EffectChannel) async throws -> Void

    /// The reason why a task waits on behalf of an effect.
    ///
    /// It is a task, so that the effect inherits the task-local values of the sender.
    indirect enum Wait: Equatable {
        /// An amount of time passes, requested at this site; then the rest of the effect begins.
        case time(SourceSite)
        /// Others under the identifier run; then the rest of the effect begins.
        case place(AnyHashable)
        /// An effect takes too long.
        case limit
        /// Others under the identifier of a throttle have to wait.
        case window
    }

    package let name: String?

    /// The priority of its task: a number, because the layout of `TaskPriority` is known at run time only.
    let priority: TaskPriority.RawValue?
    package let site: SourceSite?

    /// The actor to which the operation is isolated, and where it begins; `nil` if it is isolated to none.
    package let isolation: (any Actor)?

    /// Whether it sends the values of a sequence or a publisher, and so may last until it is cancelled.
    let isStream: Bool

    /// The reason for the wait, if the work only waits on behalf of an effect.
    let wait: Wait?

    /// Handles an error; returns whether it did.
    private let handler: (@Sendable (any Error, any EffectChannel) async -> Bool)?
    private let body: Body

    init(
        name: String? = nil,
        priority: TaskPriority.RawValue? = nil,
        site: SourceSite? = nil,
        isolation: (any Actor)? = nil,
        isStream: Bool = false,
        wait: Wait? = nil,
        handler: (@Sendable (any Error, any EffectChannel) async -> Bool)? = nil,
        body: @escaping Body
    ) {
        (self.name, self.priority, self.site, self.isolation) = (name, priority, site, isolation)
        (self.isStream, self.wait, self.handler, self.body) = (isStream, wait, handler, body)
    }

    override var content: Kind? { .work(self) }

    /// Does the work, on the caller's actor, retries it as long as a policy allows that, and handles its error.
    ///
    /// - Parameters:
    ///   - channel: Gets the actions and the diagnostics of the work.
    ///   - retries: The policies by which it is retried, the innermost first.
    /// - Returns: Whether it succeeded.
    @discardableResult
    package nonisolated(nonsending) func run(
        for channel: any EffectChannel,
        retries: EffectChain<RetryPolicy>?
    ) async -> Bool {
        do {
            if let retries {
                try await attempt(levels(retries, for: channel)[...], for: channel)
            } else {
                try await body(channel)
            }
            return true
        } catch {
            // A cancelled operation is expected to stop by throwing: that is no failure. And a missing dependency was
            // reported when it was used; no handler can make up for it.
            guard !channel.isCancelled, !(error is UnimplementedError) else { return false }
            if await handler?(error, channel) != true { channel.report(.uncaught(error, site: site)) }
            return false
        }
    }

    /// The policies, the innermost first; reports those that allow no attempt.
    private func levels(_ first: EffectChain<RetryPolicy>, for channel: any EffectChannel) -> [RetryPolicy] {
        let levels = sequence(first: first, next: \.rest).map(\.element)
        for policy in levels where policy.attempts < 1 {
            channel.report(.belowOne("A retry policy", allows: policy.attempts, site: site))
        }
        return levels
    }

    /// Does the work until an attempt succeeds, or no policy allows another.
    ///
    /// All attempts of an inner policy are one attempt of the outer one, and so it begins anew with each.
    private nonisolated(nonsending) func attempt(
        _ retries: ArraySlice<RetryPolicy>,
        for channel: any EffectChannel
    ) async throws {
        guard var retry = retries.last else { return try await body(channel) }
        while true {
            do {
                return try await attempt(retries.dropLast(), for: channel)
            } catch {
                // An unimplemented dependency is missing at the next attempt, too.
                guard !channel.isCancelled, !(error is UnimplementedError),
                    let delay = retry.nextDelay(after: error)
                else { throw error }
                if delay > .zero { try await retry.sleep(delay) }
            }
        }
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
