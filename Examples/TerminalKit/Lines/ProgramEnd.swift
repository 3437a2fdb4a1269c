// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// The end of a program that reads keys or lines, and its exit status.
///
/// ```swift
/// let end = ProgramEnd(failures: await mode.run { await reader.next() })
/// await desk.close()
/// try end.tellShell()
/// ```
package struct ProgramEnd: Equatable, Sendable {
    /// The signal that stopped it, if one did.
    package var signal: Int32?
    /// The number of lines that failed.
    package var failures: Int

    /// Makes an end; by default without a signal, and without failures.
    package init(signal: Int32? = nil, failures: Int = 0) {
        self.signal = signal
        self.failures = failures
    }

    /// The exit status: 128 plus the number of the signal, as for a program that the signal ends, or 1 for a
    /// script with failed lines.
    ///
    /// - Parameter isWatched: Whether a person typed the lines, and has read the errors.
    /// - Returns: The status, 0 for success.
    package func status(isWatched: Bool) -> Int32 {
        if let signal { return 128 + signal }
        return failures > 0 && !isWatched ? 1 : 0
    }

    /// Exits with the status, when no work is left.
    ///
    /// - Throws: The status as `ExitCode`, unless it is success.
    package func tellShell() throws {
        let status = status(isWatched: isatty(STDIN_FILENO) == 1)
        if status != 0 { throw ExitCode(status) }
    }
}
