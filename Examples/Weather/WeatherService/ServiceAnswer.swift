// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
internal import WeatherAPI

/// A response of the service as a value, with its delay.
package struct ServiceAnswer: Equatable, Sendable {
    package var status: Int
    /// Further lines of the head.
    package var headers: [String: String] = [:]
    package var body: Data
    /// The delay before the response is sent.
    package var delay: Duration = .zero

    /// A response with a value.
    ///
    /// - Parameter value: The value; the same one gives the same bytes each time.
    init(_ value: some Encodable) {
        status = 200
        body = Self.encode(value)
    }

    /// A response for a refusal.
    init(_ refusal: Refusal) {
        status = refusal.status
        headers = refusal.headers
        body = Self.encode(ServiceProblem(error: refusal.reason))
    }

    private static func encode(_ value: some Encodable) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Responses contain only texts and whole numbers, which can always be encoded.
        return (try? encoder.encode(value)) ?? Data("{}".utf8)
    }
}
