// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A terminal that gives every key at once and shows a screen of its own, until it is restored.
package final class RawTerminal {
    private let original: termios

    /// Takes the terminal over, or returns `nil` when standard input or output is none.
    package init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        cfmakeraw(&settings)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
        // Without line wrapping, a character that is wider than expected can't move the lines below it.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    /// Gives the terminal back as it was.
    package func restore() {
        write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        var settings = original
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    /// The size of the window.
    package var size: WindowSize {
        var size = winsize()
        // The request has another type on each platform.
        let told = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size)
        guard told == 0, size.ws_col > 0, size.ws_row > 0 else {
            return WindowSize(columns: 80, rows: 24)
        }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Writes all of a text.
    package func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR, errno != EAGAIN { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
