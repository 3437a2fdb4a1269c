// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTestSupport

@testable import TributaryCore

/// How long a policy waits: pure.
@Suite(.timeLimit(.minutes(30)))
struct RetryPolicyTests {}

extension RetryPolicyTests {
    private struct Failure: Error {}

    private func delays(_ policy: RetryPolicy, after error: any Error = Failure()) -> [Duration] {
        var policy = policy
        return (1...20).map { _ in policy.nextDelay(after: error) }
            .prefix { $0 != nil }
            .compactMap { $0 }
    }

    @Test func `a constant policy waits the same time before each attempt but the first`() {
        #expect(
            delays(.constant(attempts: 3, delay: .seconds(2))) == [.seconds(2), .seconds(2)]
        )
        #expect(delays(.constant(attempts: 1)).isEmpty)
        #expect(delays(.constant(attempts: 0)).isEmpty)
    }

    @Test func `an exponential policy waits longer each time, up to its limit`() {
        let policy = RetryPolicy.exponential(attempts: 6, from: .seconds(1), factor: 3, limit: .seconds(20))
        #expect(delays(policy) == [1, 3, 9, 20, 20].map { .seconds($0) })
        #expect(
            delays(.exponential(attempts: 2, from: .seconds(5), limit: .seconds(1))) == [.seconds(1)]
        )
    }

    @Test func `no number of attempts makes the time overflow`() {
        var policy = RetryPolicy.exponential(attempts: .max, from: .seconds(1), factor: 10)
        for _ in 0..<100_000 { _ = policy.nextDelay(after: Failure()) }
        #expect(policy.nextDelay(after: Failure()) == .seconds(60))
    }

    @Test func `random numbers shorten the waits, and the same numbers give the same waits`() {
        let policy = RetryPolicy.constant(attempts: 15, delay: .seconds(10))
        let jittered = policy.jittered(by: 0.25, using: SeededGenerator(seed: 1))
        let waits = delays(jittered)
        #expect(waits.count == 14)
        #expect(waits.allSatisfy { $0 >= .seconds(7.5) && $0 <= .seconds(10) })
        #expect(Set(waits).count > 10)
        #expect(waits == delays(jittered))
        #expect(waits != delays(policy.jittered(by: 0.25, using: SeededGenerator(seed: 2))))
        #expect(delays(policy.jittered(by: -1)) == delays(policy))
    }

    @Test func `a policy selects its errors`() {
        let policy = RetryPolicy.constant(attempts: 3)
        #expect(delays(policy, after: CancellationError()).isEmpty)
        #expect(delays(policy.retrying { _ in false }).isEmpty)
        #expect(delays(policy.retrying { $0 is Failure }).count == 2)
    }
}
