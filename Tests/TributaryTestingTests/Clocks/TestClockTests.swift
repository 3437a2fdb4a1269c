// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("Clocks for tests", .timeLimit(.minutes(30)))
struct TestClockTests {
    @Test("Time that is advanced past several deadlines passes each of them")
    func advancing() async {
        let clock = TestClock()
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.start)
        await clock.advance(by: .milliseconds(999))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .milliseconds(1))
        await store.receive(\.tick) { $0.seconds = 1 }
        await clock.advance(by: .seconds(3))
        await store.receive(\.tick) { $0.seconds = 2 }
        await store.receive(\.tick) { $0.seconds = 3 }
        await store.receive(\.tick) { $0.seconds = 4 }
        await clock.advance(to: .init(offset: .seconds(5)))
        await store.receive(\.tick) { $0.seconds = 5 }
        await store.send(.stop)
        await store.finish()
        #expect(clock.sleeperCount == 0)
        #expect(clock.now.offset == .seconds(5))
    }

    @Test("Those who sleep go on in the order of their deadlines, then in that in which they went to sleep")
    func order() async {
        struct Sleepers: Reducer {
            enum Action { case start, woke(Int) }
            let clock: TestClock
            var body: some Reducer<[Int], Action> {
                Reduce { state, action in
                    switch action {
                    case .start:
                        return .merge(
                            [3, 1, 2, 1].enumerated().map { index, seconds in
                                .run { send in
                                    try await clock.sleep(for: .seconds(seconds))
                                    await send(.woke(index))
                                }
                            }
                        )
                    case .woke(let index):
                        state.append(index)
                        return .none
                    }
                }
            }
        }
        let clock = TestClock()
        let store = TestStore(initialState: [Int]()) { Sleepers(clock: clock) }
        store.exhaustivity = .off
        await store.send(.start)
        #expect(clock.sleeperCount == 4)
        await clock.run()
        await store.finish()
        #expect(store.state == [1, 3, 2, 0])
        #expect(clock.now.offset == .seconds(3))
    }

    @Test("Running a clock to its end fails when something repeats")
    func endless() async {
        let clock = TestClock()
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = clock
        }
        store.exhaustivity = .off
        await store.send(.start)
        let failed = await failures { await clock.run(limit: 10) }
        #expect(failed.count == 1)
        #expect(failed[0].text.hasPrefix("The clock was run to 10.0 seconds, past 10 deadlines,"))
        #expect(store.state.seconds == 10)
    }

    @Test("A test clock serves tasks that no store runs")
    func plainTasks() async throws {
        let clock = TestClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        await clock.advance(by: .seconds(1))
        try await task.value
        let cancelled = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.sleepers(1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test("On an immediate clock nothing waits, and repeated actions are received one at a time")
    func immediate() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = ImmediateClock()
        }
        await store.send(.start)
        await store.receive(\.tick) { $0.seconds = 1 }
        await store.receive(\.tick) { $0.seconds = 2 }
        await store.send(.stop)
        await store.finish()
    }

    @Test("An effect that never pauses on an immediate clock is a failure")
    func restless() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = ImmediateClock()
        }
        store.exhaustivity = .off
        await store.send(.start)
        let failed = await failures { await store.skipReceivedActions() }
        #expect(failed.count == 1)
        #expect(failed[0].text.hasPrefix("Effects took 100000 steps and did not come to rest."))
        #expect(failed[0].text.contains("\n  - \"timer\" ("))
    }

    @Test("A clock that no test is expected to reach fails the test that reaches it, once at its call")
    func unimplemented() async {
        let store = TestStore(initialState: Library.State()) {
            Library()
        } dependencies: {
            $0.clock = UnimplementedClock("the clock of the library")
        }
        let line = #line + 1
        let failed = await failures { await store.send(.start) }
        #expect(failed.map(\.line) == [line])
        #expect(
            failed.map { $0.text.replacing(/swift:\d+/, with: "swift:N") } == [
                """
                The clock of the library was used by the effect "timer" (TributaryTestingTests/Library.swift:N), which \
                this test does not provide (it is an UnimplementedClock, made at \
                TributaryTestingTests/TestClockTests.swift:N). Give the store a TestClock, or an ImmediateClock where \
                time does not matter.
                """
            ]
        )
        await store.send(.stop)
    }
}
