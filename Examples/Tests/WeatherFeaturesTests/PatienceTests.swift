// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryTesting
import WeatherAPI

@Suite("Waiting with patience", .timeLimit(.minutes(30)))
struct PatienceTests {
    @Test("an operation that ends in time does not call the closure")
    func inTime() async throws {
        var isLate = false
        let value = try await withPatience(for: .seconds(1), clock: TestClock()) {
            7
        } whenLate: {
            isLate = true
        }
        #expect(value == 7)
        #expect(!isLate)
    }

    @Test("an operation that ends exactly at the limit was late, whatever task runs first")
    func atTheLimit() async throws {
        for _ in 1...50 {
            let clock = TestClock()
            var count = 0
            let value = try await withPatience(for: .seconds(1), clock: clock) {
                await clock.advance(by: .seconds(1))
                return 7
            } whenLate: {
                count += 1
            }
            #expect(value == 7)
            #expect(count == 1)
        }
    }

    @Test("giving up cancels the operation, and its error does not hide the reason")
    func givesUp() async {
        let clock = TestClock()
        let gaveUp = WeatherError(.timedOut, "Too late.")
        await #expect(throws: gaveUp) {
            try await withPatience(for: .seconds(1), clock: clock) {
                await clock.advance(by: .seconds(1))
                try await clock.sleep(for: .seconds(1000))
            } whenLate: {
                throw gaveUp
            }
        }
    }

    @Test("an error of the operation arrives as it is, and a cancelled one ends")
    func errors() async {
        await #expect(throws: WeatherError.down) {
            try await withPatience(for: .seconds(1), clock: TestClock()) {
                throw WeatherError.down
            } whenLate: {
            }
        }
        let clock = TestClock()
        let task = Task {
            try await withPatience(for: .seconds(1), clock: clock) {
                try await clock.sleep(for: .seconds(5))
            } whenLate: {
            }
        }
        await clock.sleepers(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
