// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("An effect of several tasks is identified by all their suspensions", .timeLimit(.minutes(30)))
struct WaitingTasksTests {
    enum Form: CaseIterable, Sendable { case group, asyncLet, nested, stream, oneAfterTheOther }

    private struct Waiting: Reducer {
        let form: Form

        @Dependency(\.clock) var clock

        func reduce(into state: inout Int, action: String) -> Effect<String> {
            guard action == "start" else {
                state += 1
                return .none
            }
            return .run { [form, clock] send in
                try await wait(form, clock)
                await send("done")
            }
        }
    }

    private static func sleep(_ clock: any Clock<Duration>, _ seconds: Int) async throws {
        try await clock.sleep(for: .seconds(seconds))
    }

    /// Waits for two seconds in all, by a task of one and a task of two.
    fileprivate static func wait(_ form: Form, _ clock: any Clock<Duration>) async throws {
        switch form {
        case .group:
            try await withThrowingTaskGroup { group in
                for seconds in 1...2 { group.addTask { try await sleep(clock, seconds) } }
                try await group.waitForAll()
            }
        case .asyncLet:
            async let first: Void = sleep(clock, 1)
            async let second: Void = sleep(clock, 2)
            _ = try await (first, second)
        case .nested:
            try await withThrowingTaskGroup { group in
                group.addTask {
                    async let inner: Void = sleep(clock, 2)
                    try await sleep(clock, 1)
                    try await inner
                }
                try await group.waitForAll()
            }
        case .stream:
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            try await withThrowingTaskGroup { group in
                group.addTask {
                    for seconds in 1...2 {
                        try await sleep(clock, 1)
                        continuation.yield(seconds)
                    }
                    continuation.finish()
                }
                group.addTask { for await _ in stream {} }
                try await group.waitForAll()
            }
        case .oneAfterTheOther:
            try await sleep(clock, 1)
            try await sleep(clock, 1)
        }
    }

    @Test(arguments: Form.allCases)
    func `whatever the form of its concurrency`(form: Form) async {
        let clock = TestClock()
        let store = TestStore(initialState: 0) {
            Waiting(form: form)
        } dependencies: {
            $0.clock = clock
        }
        await store.send("start")
        for seconds in ["1.0", "2.0"] {
            // It is not awaited, though the test receives: only the test can advance the clock.
            let failed = await failures { await store.receive("done", outsideWork: .awaited) }
            #expect(failed.count == 1)
            #expect(
                failed.first?.text.contains("a TestClock to be advanced to \(seconds)") == true,
                "\(failed)"
            )
            #expect(failed.first?.text.contains("waits for something outside") == false, "\(failed)")
            await clock.advance(by: .seconds(1))
        }
        await store.receive("done") { $0 = 1 }
        await store.finish()
    }
}

private func wait(_ form: WaitingTasksTests.Form, _ clock: any Clock<Duration>) async throws {
    try await WaitingTasksTests.wait(form, clock)
}
