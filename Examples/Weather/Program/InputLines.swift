// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The lines of standard input.
enum InputLines {
    /// Starts to read; a program has one reader.
    ///
    /// It does not use `readLine`, which locks standard input while it waits: `fflush` of all files would
    /// wait, too.
    static func stream() -> AsyncStream<String> {
        let reader = LineReader()
        return AsyncStream { await reader.next() }
    }
}
