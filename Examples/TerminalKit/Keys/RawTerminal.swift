// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A terminal that gives every key at once and shows a screen of its own, until it is restored.
package final class RawTerminal {
    /// How long the terminal may take to tell the colour behind its text.
    private static let patience: Duration = .milliseconds(150)

    /// How roles look in it.
    package private(set) var appearance: Appearance
    /// What was typed before anybody listened.
    private(set) var typedAhead: [UInt8] = []

    private let original: termios
    private let options: TerminalOptions
    private let output = DescriptorWriter(STDOUT_FILENO)

    /// Takes the terminal over, or returns `nil` when standard input or output is none, or one that obeys nothing.
    ///
    /// - Parameters:
    ///   - options: What the user asks of the screen.
    ///   - environment: The variables that tell what the terminal can do.
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

    /// Takes the terminal over, also again after `restore()`.
    @discardableResult
    package func enter() -> Bool {
        var settings = original
        cfmakeraw(&settings)
        // What was typed meanwhile stays to be read: a program that is woken comes here twice, by its return from sleep and by
        // the signal, and a key may be pressed between.
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return false }
        CrashHandling.start(original, leaving: leaving)
        // Without line wrapping, a character that is wider than expected can't move the lines below it.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l" + (options.hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""))
        return true
    }

    /// Gives the terminal back as it was.
    package func restore() {
        write(leaving)
        var settings = original
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        CrashHandling.stop()
    }

    /// What leaves the screen of the program's own.
    private var leaving: String {
        (options.hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + "\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    }

    /// Lets the program sleep with the terminal as it was, until the shell wakes it.
    package func suspend() {
        restore()
        // Threads of Dispatch, on which the main actor runs on Linux, block signals: unless it is let through, the one
        // that is raised here would never come, and one for the process perhaps only after the screen was entered again.
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
        // The request has another type on each platform.
        let told = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size)
        guard told == 0, size.ws_col > 0, size.ws_row > 0 else {
            return WindowSize(columns: 80, rows: 24)
        }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Writes all of a text, however slowly it is taken; nothing more once nobody takes it any more.
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
