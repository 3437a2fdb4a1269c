// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How often, when and after which errors an operation is retried.
///
/// ```swift
/// .run { send in await send(.loaded(try await client.titles())) }
///     .retry(.exponential(attempts: 5, from: .milliseconds(200)).jittered(), clock: clock)
/// ```
public struct RetryPolicy: Sendable {
    /// The number of attempts, including the first.
    public let attempts: Int

    /// The number of attempts so far.
    private var attempt = 0

    /// The next wait, which grows by the factor up to the limit.
    private var delay: Duration
    private let factor: Double
    private let limit: Duration

    /// The largest part of a wait that is left out at random, with the source of random numbers.
    private var jitter: (fraction: Double, generator: any RandomNumberGenerator & Sendable)?
    private var isRetried: @Sendable (any Error) -> Bool = { !($0 is CancellationError) }

    /// Waits for the next attempt, on the clock of the effect.
    fileprivate(set) var sleep: @Sendable (Duration) async throws -> Void = { _ in }

    /// Retries after a constant time, by default at once.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts, including the first; fewer than one counts as one, and is a diagnostic.
    ///   - delay: How long to wait before each attempt but the first.
    /// - Returns: The policy.
    public static func constant(attempts: Int, delay: Duration = .zero) -> RetryPolicy {
        RetryPolicy(attempts: attempts, delay: delay, factor: 1, limit: delay)
    }

    /// Retries after times that grow.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts, including the first; fewer than one counts as one, and is a diagnostic.
    ///   - delay: How long to wait before the second attempt.
    ///   - factor: By how much each wait is longer than the one before.
    ///   - limit: The longest wait.
    /// - Returns: The policy.
    public static func exponential(
        attempts: Int,
        from delay: Duration,
        factor: Double = 2,
        limit: Duration = .seconds(60)
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts, delay: delay, factor: factor, limit: limit)
    }

    /// The policy with waits that are shortened at random, so that many clients that failed together do not return
    /// together.
    ///
    /// - Parameters:
    ///   - fraction: The largest part of a wait that is left out, from 0 to 1.
    ///   - generator: The source of random numbers. Each effect starts with a copy of it.
    /// - Returns: The policy.
    public func jittered(
        by fraction: Double = 0.5,
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) -> RetryPolicy {
        var policy = self
        policy.jitter = (min(max(fraction, 0), 1), generator)
        return policy
    }

    /// The policy for some errors only.
    ///
    /// Without it, every error but `CancellationError` is retried.
    ///
    /// - Parameter isRetried: Whether to retry after an error.
    /// - Returns: The policy.
    public func retrying(when isRetried: @escaping @Sendable (any Error) -> Bool) -> RetryPolicy {
        var policy = self
        policy.isRetried = isRetried
        return policy
    }

    /// Counts a failed attempt; returns how long to wait before the next one, or `nil` if there is none.
    mutating func nextDelay(after error: any Error) -> Duration? {
        attempt += 1
        guard attempt < attempts, isRetried(error) else { return nil }
        let next = min(delay, limit)
        // Stops at the limit, so that no number of attempts makes the time overflow.
        if delay < limit { delay = delay * factor }
        guard case (let fraction, var generator)? = jitter else { return next }
        let part = Double.random(in: 0...1, using: &generator)
        jitter = (fraction, generator)
        return next * (1 - fraction * part)
    }
}

extension Effect {
    /// Retries the operations of the effect when they fail.
    ///
    /// It applies to each `run` and `stream` in the effect separately. An error reaches the operation's `catch`
    /// closure only when no attempt is left, or when the policy does not retry that error. Actions that an attempt
    /// sent before it failed remain. Cancelling the effect also ends the wait between attempts. If two policies are
    /// around one operation, all attempts of the inner one are one attempt of the outer one.
    ///
    /// - Parameters:
    ///   - policy: How often, when and after which errors.
    ///   - clock: The clock that counts the time between attempts; without one, it is the dependency `\.clock` where
    ///     the effect runs.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: The effect with the policy.
    public func retry(
        _ policy: RetryPolicy,
        clock: (any Clock<Duration>)? = nil,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> Effect {
        let site = SourceSite(fileID: fileID, line: line)
        var policy = policy
        policy.sleep = { try await (clock ?? Dependencies.ofEffect.clock(at: site)).sleep(for: $0) }
        return operation.map { Effect(.retried($0, policy)) } ?? self
    }
}
