// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import WeatherAPI

/// What the service answers, as a value, and how long it takes.
package struct ServiceAnswer: Equatable, Sendable {
    package var status: Int
    /// Further lines of the head.
    package var headers: [String: String] = [:]
    package var body: Data
    /// How long to wait before the answer is sent.
    package var delay: Duration = .zero

    /// The answer that is a value.
    ///
    /// - Parameter value: The value; the same one gives the same bytes each time.
    init(_ value: some Encodable) {
        status = 200
        body = Self.encode(value)
    }

    /// The answer to what is not done.
    init(_ refusal: Refusal) {
        status = refusal.status
        headers = refusal.headers
        body = Self.encode(ServiceProblem(error: refusal.reason))
    }

    private static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // What is answered is made of texts and whole numbers, which can always be written.
        return (try? encoder.encode(value)) ?? Data("{}".utf8)
    }
}
