// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why the service does not do what it is asked.
struct Refusal: Error, Equatable {
    var status: Int
    /// One sentence.
    var reason: String
    var headers: [String: String] = [:]

    static func badRequest(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }

    static func notFound(_ reason: String) -> Refusal { Refusal(status: 404, reason: reason) }
}
