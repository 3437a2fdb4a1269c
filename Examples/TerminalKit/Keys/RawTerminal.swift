// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A terminal that delivers every key at once and shows a screen of its own, until it is restored.
package final class RawTerminal {
    /// The time to wait for the terminal's background color.
    private static let patience: Duration = .milliseconds(150)

    /// The look of roles in the terminal.
    package private(set) var appearance: Appearance
    /// Input that was typed before reading started.
    private(set) var typedAhead: [UInt8] = []

    private let original: termios
    private let options: TerminalOptions
    private let output = DescriptorWriter(STDOUT_FILENO)

    /// Takes the terminal over; `nil` if standard input or output is not a terminal, or is one without escape
    /// sequences.
    ///
    /// - Parameters:
    ///   - options: The user's options for the screen.
    ///   - environment: The variables that describe the terminal.
    package init?(
        _ options: TerminalOptions = TerminalOptions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, environment["TERM"] != "dumb" else {
            return nil
        }
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        original = settings
        self.options = options
        appearance = Appearance(environment: environment, options: options)
        guard enter() else { return nil }
        let isKnown = options.background != nil || Appearance.background(environment["COLORFGBG"]) != nil
        if appearance.colors != .none, !isKnown, environment["TERM"] != "linux" { askForBackground() }
    }

    /// Takes the terminal over, for the first time or after `restore()`.
    @discardableResult
    package func enter() -> Bool {
        var settings = original
        cfmakeraw(&settings)
        // Typed input remains readable: after a suspension, this is called twice, by the return from it and
        // by the signal, and a key may be pressed between.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return false }
        CrashHandling.start(original, leaving: leaving)
        // Without line wrapping, a character that is wider than expected cannot move the lines below it.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l" + (options.hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""))
        return true
    }

    /// Restores the terminal.
    package func restore() {
        write(leaving)
        var settings = original
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        CrashHandling.stop()
    }

    /// The sequence that leaves the program's own screen.
    private var leaving: String {
        (options.hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    }

    /// Suspends the program with a restored terminal, until the shell resumes it.
    package func suspend() {
        restore()
        // On Linux, the main actor runs on threads of Dispatch, which block signals. If the signal stays
        // blocked, one raised for the thread never arrives, and one for the process may arrive after the
        // screen was entered again.
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        raise(SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        enter()
    }

    /// The size of the window.
    package var size: WindowSize {
        var size = winsize()
        // The request has a different type on each platform.
        let told = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size)
        guard told == 0, size.ws_col > 0, size.ws_row > 0 else {
            return WindowSize(columns: 80, rows: 24)
        }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Writes a whole text, however slow the reader; writes nothing once there is no reader.
    package func write(_ text: String) { output.write(text) }

    private func askForBackground() {
        write(TerminalAnswer.question)
        let deadline = ContinuousClock.now + Self.patience
        var bytes: [UInt8] = []
        while !TerminalAnswer(bytes).isComplete, bytes.count < 4096 {
            let left = ContinuousClock.now.duration(to: deadline)
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard left > .zero, poll(&input, 1, Int32(left / .milliseconds(1))) > 0 else { break }
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        let answer = TerminalAnswer(bytes)
        typedAhead = answer.typed
        if let background = answer.background { appearance.background = background }
    }
}

extension RawTerminal {
    /// The window of the terminal, for a program.
    @MainActor package var window: TerminalWindow {
        TerminalWindow(
            size: { self.size },
            write: { self.write($0) },
            appearance: appearance,
            attention: options.attention,
            suspend: { self.suspend() },
            resume: { self.enter() }
        )
    }
}
