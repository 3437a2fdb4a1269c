// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Restores the terminal when the program crashes, so that the shell works and the message is readable.
///
/// Earlier handlers of the crash run afterwards. A program that is killed leaves the terminal as it is.
enum CrashHandling {
    private struct Kept {
        let settings: termios
        /// The sequence that leaves the screen, in memory that lives as long as the handlers.
        let text: UnsafeMutableBufferPointer<UInt8>
        /// The earlier handlers, by signal number.
        let actions: UnsafeMutablePointer<sigaction>
    }

    private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Unsafe, because signal handlers read it, which must not wait: only `RawTerminal` writes it, before the
    /// handlers are installed and after they are removed.
    nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept?> = {
        let kept = UnsafeMutablePointer<Kept?>.allocate(capacity: 1)
        kept.initialize(to: nil)
        return kept
    }()

    /// Installs the handlers, unless they are installed.
    ///
    /// - Parameters:
    ///   - settings: The terminal settings to restore.
    ///   - text: The sequence that leaves the screen.
    static func start(_ settings: termios, leaving text: String) {
        guard kept.pointee == nil else { return }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        actions.initialize(repeating: sigaction(), count: 32)
        kept.pointee = Kept(settings: settings, text: bytes, actions: actions)
        for number in numbers {
            sigaction(number, nil, actions + Int(number))
            // Only functions that POSIX allows in a handler.
            signal(number) { number in
                guard let kept = CrashHandling.kept.pointee else { return }
                _ = write(STDOUT_FILENO, kept.text.baseAddress, kept.text.count)
                var settings = kept.settings
                tcsetattr(STDIN_FILENO, TCSANOW, &settings)
                sigaction(number, kept.actions + Int(number), nil)
                raise(number)
            }
        }
    }

    /// Restores the earlier handlers.
    static func stop() {
        guard let old = kept.pointee else { return }
        for number in numbers { sigaction(number, old.actions + Int(number), nil) }
        kept.pointee = nil
        old.actions.deallocate()
        old.text.deallocate()
    }
}
