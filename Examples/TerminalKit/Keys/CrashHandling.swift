// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Gives the terminal back when the program crashes, so that the shell can be used and the reason be read.
///
/// Whoever handled the crash before does so afterwards. A program that is killed leaves the terminal as it is.
enum CrashHandling {
    private struct Kept {
        let settings: termios
        /// What leaves the screen, in memory that is not freed before the handlers are gone.
        let text: UnsafeMutableBufferPointer<UInt8>
        /// What crashes did before, by their numbers.
        let actions: UnsafeMutablePointer<sigaction>
    }

    private static let numbers = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Unsafe, because signal handlers read it, which may wait for nobody: it is written only by `RawTerminal`, before
    /// its handlers are there and after they are gone.
    nonisolated(unsafe) private static let kept: UnsafeMutablePointer<Kept?> = {
        let kept = UnsafeMutablePointer<Kept?>.allocate(capacity: 1)
        kept.initialize(to: nil)
        return kept
    }()

    /// From now on a crash restores the terminal; nothing happens where it does already.
    ///
    /// - Parameters:
    ///   - settings: How keys were taken.
    ///   - text: What leaves the screen.
    static func start(_ settings: termios, leaving text: String) {
        guard kept.pointee == nil else { return }
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
        _ = bytes.initialize(from: text.utf8)
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 32)
        actions.initialize(repeating: sigaction(), count: 32)
        kept.pointee = Kept(settings: settings, text: bytes, actions: actions)
        for number in numbers {
            sigaction(number, nil, actions + Int(number))
            // Only calls that POSIX allows in a handler.
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

    /// Leaves crashes to whoever handled them before.
    static func stop() {
        guard let old = kept.pointee else { return }
        for number in numbers { sigaction(number, old.actions + Int(number), nil) }
        kept.pointee = nil
        old.actions.deallocate()
        old.text.deallocate()
    }
}
