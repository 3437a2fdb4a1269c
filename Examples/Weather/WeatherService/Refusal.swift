// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the service refuses a request.
struct Refusal: Error, Equatable {
    var status: Int
    /// One sentence.
    var reason: String
    var headers: [String: String] = [:]

    static func badRequest(_ reason: String) -> Refusal { Refusal(status: 400, reason: reason) }

    static func notFound(_ reason: String) -> Refusal { Refusal(status: 404, reason: reason) }
}
