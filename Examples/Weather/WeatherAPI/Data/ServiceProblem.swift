// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The answer of the service to a request that it refuses.
package struct ServiceProblem: Codable, Equatable, Sendable {
    /// One sentence.
    package var error: String

    package init(error: String) { self.error = error }
}
