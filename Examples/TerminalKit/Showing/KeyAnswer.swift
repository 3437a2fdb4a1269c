// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of handling a key.
package enum KeyAnswer: Equatable, Sendable {
    case handled
    /// Quits the program.
    case quit
}
