// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What happens at a terminal.
package enum TerminalEvent: Sendable {
    case keys([Key])
    case resized
    /// The program slept, and was woken; others may have written to the screen.
    case continued
    /// The program is asked to end by a signal.
    case signal(Int32)
    /// No key will be pressed any more.
    case ended
}
