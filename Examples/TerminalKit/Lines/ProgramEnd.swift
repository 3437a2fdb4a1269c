// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation

/// How a program that takes keys or lines has ended, and what it tells the shell.
///
/// ```swift
/// let end = ProgramEnd(failures: await mode.run { await reader.next() })
/// await desk.close()
/// try end.tellShell()
/// ```
package struct ProgramEnd: Equatable, Sendable {
    /// The signal that ended it, if one did.
    package var signal: Int32?
    /// How many lines could not be carried out.
    package var failures: Int

    /// Makes an end; by default nobody ended it, and nothing failed.
    package init(signal: Int32? = nil, failures: Int = 0) {
        self.signal = signal
        self.failures = failures
    }

    /// What the shell is told: 128 and the number of the signal, as of a program that the signal ends, or 1 for a script
    /// of which a line failed.
    ///
    /// - Parameter isWatched: Whether a person typed the lines, who has read what failed.
    /// - Returns: The status, 0 for success.
    package func status(isWatched: Bool) -> Int32 {
        if let signal { return 128 + signal }
        return failures > 0 && !isWatched ? 1 : 0
    }

    /// Ends the program with its status, when nothing is left to do.
    ///
    /// - Throws: The status as `ExitCode`, unless it is success.
    package func tellShell() throws {
        let status = status(isWatched: isatty(STDIN_FILENO) == 1)
        if status != 0 { throw ExitCode(status) }
    }
}
