// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
@Suite("The article on terminal programs", .timeLimit(.minutes(30)))
struct TerminalProgramsTests {
    @Test func `has a program that prints each change, and ends with its input`() async {
        let clock = TestClock()
        let store = Store(initialState: Egg.State()) {
            Egg()
        } dependencies: {
            $0.clock = clock
        }
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let running = Task { await TerminalPrograms().run(store, lines: lines) }
        continuation.yield("2")
        for _ in 1...2 {
            await clock.sleepers(1)
            await clock.advance(by: .seconds(1))
        }
        continuation.finish()
        #expect(await running.value == ["0 s", "2 s", "1 s", "Done."])
    }
}
