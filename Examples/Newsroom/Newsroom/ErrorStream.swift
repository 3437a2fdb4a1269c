// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TerminalKit

/// The stream for the log, separate from the program's output.
final class ErrorStream: Sendable {
    /// Lines that wait; `nil` if lines are written at once.
    private let held = Mutex<[String]?>(nil)

    /// Writes a line, or stores it while output is held.
    @Sendable
    func write(_ line: String) {
        held.withLock { held in
            if held != nil { held?.append(line) } else { StandardError.write(line) }
        }
    }

    /// Stores output from now on, because it would disturb a screen.
    func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        held.withLock { $0 = $0 ?? [] }
    }

    /// Writes the stored lines, and all later ones at once.
    func release() {
        held.withLock { held in
            for line in held ?? [] { StandardError.write(line) }
            held = nil
        }
    }
}
