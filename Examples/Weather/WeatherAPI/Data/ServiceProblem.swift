// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the service answers when it cannot do what it is asked.
package struct ServiceProblem: Codable, Equatable, Sendable {
    /// One sentence.
    package var error: String

    package init(error: String) { self.error = error }
}
