// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a key did.
package enum KeyAnswer: Equatable, Sendable {
    case handled
    /// The program is to end.
    case quit
}
