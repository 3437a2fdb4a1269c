// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Sequences that become actions.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct EffectStreamTests {}

extension EffectStreamTests {
    private struct Broken: Error {}

    /// A sequence that cannot be sent to another task, and fails at its end.
    private struct Countdown: AsyncSequence {
        let from: Int
        let thing = Thing()
        final class Thing {}

        struct AsyncIterator: AsyncIteratorProtocol {
            var remaining: Int
            mutating func next() async throws -> Int? {
                if remaining == 0 { throw Broken() }
                defer { remaining -= 1 }
                return remaining
            }
        }
        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(remaining: from) }
    }

    /// A sequence that ignores cancellation, and records the requests for elements.
    private struct Counting: AsyncSequence, AsyncIteratorProtocol, Sendable {
        private let end: Int
        private let asked: Heard<Int>
        private var last = 0

        init(to end: Int, _ asked: Heard<Int>) {
            self.end = end
            self.asked = asked
        }

        mutating func next() async -> Int? {
            guard last < end else { return nil }
            last += 1
            asked.append(last)
            return last
        }

        func makeAsyncIterator() -> Counting { self }
    }

    @Test func `each element becomes an action, in order, and nil none`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            let (numbers, continuation) = AsyncStream<Int>.makeStream()
            for number in 1...4 { continuation.yield(number) }
            continuation.finish()
            return .stream({ numbers }) { $0 == 3 ? nil : "number \($0)" }
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "number 1", "number 2", "number 4"])
    }

    @Test func `an error goes to catch`() async {
        let log = EffectLog { action in
            guard action == "start" else { return .none }
            return .stream({ Countdown(from: 2) }) {
                "\($0)"
            } catch: { error, send in
                await send("caught \(error)")
            }
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "2", "1", "caught Broken()"])
    }

    @Test func `an uncaught error is a diagnostic with its place`() async {
        let line: UInt = #line + 1
        let log = EffectLog { $0 == "start" ? .stream({ Countdown(from: 1) }) { "\($0)" } : .none }
        await log.send("start").finish()
        #expect(log.recorder.identifiers == [.uncaughtEffectError])
        #expect(log.recorder.diagnostics.first?.site?.line == line)
    }

    @Test func `a sequence ends when it is cancelled, and nothing of it arrives`() async {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let log = EffectLog { action in
            switch action {
            case "start": .stream({ texts }) { $0 }.cancellable(id: 1)
            case "first": .cancel(id: 1)
            default: .none
            }
        }
        let task = log.send("start")
        continuation.yield("first")
        continuation.yield("second")
        await task.finish()
        #expect(log.state == ["start", "first"])
    }

    @Test func `a sequence that heeds no cancellation is left at its next element`() async {
        let asked = Heard<Int>()
        let log = EffectLog { action in
            guard action == "start" else { return action == "2" ? .cancel(id: 1) : .none }
            return .stream({ Counting(to: 1_000, asked) }) { "\($0)" }.cancellable(id: 1)
        }
        await log.send("start").finish()
        #expect(log.state == ["start", "1", "2"])
        #expect(asked.all == [1, 2])
    }
}
