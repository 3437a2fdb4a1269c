// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Where the log goes, apart from what people read.
final class StandardError: Sendable {
    /// Lines that wait, `nil` when they are written at once.
    private let held = Mutex<[String]?>(nil)

    /// Writes a line, or keeps it while they are held.
    @Sendable
    func write(_ line: String) {
        held.withLock { held in
            if held != nil { held?.append(line) } else { Self.print(line) }
        }
    }

    /// Keeps what is written from now on, where it would get into a screen that is drawn.
    func hold() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        held.withLock { $0 = $0 ?? [] }
    }

    /// Writes what was kept, and keeps nothing more.
    func release() {
        held.withLock { held in
            for line in held ?? [] { Self.print(line) }
            held = nil
        }
    }

    private static func print(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
