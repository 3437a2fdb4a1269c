// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing
import TributaryTesting

@MainActor
@Suite("Long work", .timeLimit(.minutes(30)))
struct WorkTests {
    @Test(
        "is a bar with a percentage, of any width",
        arguments: [
            (0, 4, 20, "░░░░░░░░░░░░░░   0 %"), (1, 4, 20, "███▌░░░░░░░░░░  25 %"),
            (4, 4, 20, "██████████████ 100 %"),
            (9, 4, 20, "██████████████ 100 %"), (0, 0, 20, "██████████████ 100 %"), (1, 2, 6, "50 %  "),
            (1, 2, 2, "5…"),
            (1, 2, 0, ""),
        ]
    )
    func bar(done: Int, total: Int, columns: Int, text: String) {
        #expect(ProgressBar(done, of: total).line(in: columns).text == text)
    }

    @Test("turns a spinner by the clock, and stops it when it is done")
    func spinner() async {
        let clock = SteppedClock()
        var shown: [String] = []
        let (steps, step) = AsyncStream.makeStream(of: Void.self)
        let spinner = Spinner(clock: clock) { sign in
            shown.append(sign)
            step.yield()
        }
        spinner.isTurning = true
        var iterator = steps.makeAsyncIterator()
        await iterator.next()
        for _ in 0..<2 {
            #expect(await clock.nextWait() == Spinner.pause)
            clock.step()
            await iterator.next()
        }
        spinner.isTurning = false
        #expect(shown == ["⠋", "⠙", "⠹", ""])
    }
}
