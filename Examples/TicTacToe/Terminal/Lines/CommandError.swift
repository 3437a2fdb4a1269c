// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a line is not a command.
package struct CommandError: Error, Equatable, Sendable {
    /// One sentence that suggests a valid input.
    package let message: String

    init(_ message: String) { self.message = message }
}
