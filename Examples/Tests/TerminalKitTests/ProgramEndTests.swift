// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Testing

@Suite("The end of a program", .timeLimit(.minutes(30)))
struct ProgramEndTests {
    @Test(
        "has an exit status for a signal, and for a script with a failed line",
        arguments: [
            (ProgramEnd(), false, 0), (ProgramEnd(failures: 2), false, 1), (ProgramEnd(failures: 2), true, 0),
            (ProgramEnd(signal: 15, failures: 2), false, 143), (ProgramEnd(signal: 2), true, 130),
        ] as [(ProgramEnd, Bool, Int32)]
    )
    func status(end: ProgramEnd, isWatched: Bool, status: Int32) {
        #expect(end.status(isWatched: isWatched) == status)
    }
}
