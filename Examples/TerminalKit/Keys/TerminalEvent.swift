// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An event of a terminal.
package enum TerminalEvent: Sendable {
    case keys([Key])
    case resized
    /// The program was suspended and resumed; others may have written to the screen.
    case continued
    /// A signal asks the program to end.
    case signal(Int32)
    /// The input has ended.
    case ended
}
