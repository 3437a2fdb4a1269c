// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
    ///   - clock: The clock that counts the time between attempts.
    /// - Returns: The effect with the policy.
    public func retry(_ policy: RetryPolicy, clock: some Clock<Duration> = ContinuousClock()) -> Effect {
        let retry = EffectRetry(policy) { try await clock.sleep(for: $0) }
        if let work = operation as? EffectWork<Action> { return Effect(work.retrying(retry)) }
        return isNone ? .none : Effect(.retried(self, retry))
    }
}

/// A policy, with the clock for its waits.
@usableFromInline
struct EffectRetry: Sendable {
    let policy: RetryPolicy
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ policy: RetryPolicy, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.policy = policy
        self.sleep = sleep
    }
}

extension EffectWork {
    /// The same work, retried when it fails.
    func retrying(_ retry: EffectRetry) -> EffectWork {
        with { [operation, site] isolation, send in
            var policy = retry.policy
            if policy.attempts < 1 {
                send.channel.report(.belowOne("A retry policy", allows: policy.attempts, site: site))
            }
            var attempt = 1
            while true {
                do {
                    return try await operation(isolation, send)
                } catch {
                    // An unimplemented dependency is missing at the next attempt, too.
                    guard !send.isCancelled, !(error is UnimplementedError),
                        let delay = policy.delay(after: error, attempt: attempt)
                    else { throw error }
                    if delay > .zero { try await retry.sleep(delay) }
                    attempt += 1
                }
            }
        }
    }
}
