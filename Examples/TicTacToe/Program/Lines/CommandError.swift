// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a line is no command.
struct CommandError: Error, Equatable, Sendable {
    /// One sentence that says what to type instead.
    let message: String

    init(_ message: String) { self.message = message }
}
