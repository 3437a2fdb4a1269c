// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HTTPKit

/// An HTTP response so far, and whether to continue: a value, without connections.
package struct HTTPAnswer: HTTPReceiver {
    private let sizeLimit: Int
    private var status = 0
    private var body = Data()
    private var failure: WeatherError?

    /// Makes a response without data.
    package init(sizeLimit: Int) { self.sizeLimit = sizeLimit }

    /// The service never redirects, so a redirect does not come from the service.
    package mutating func redirect(to target: String, _ head: HTTPHead) -> Bool {
        status = head.status
        return false
    }

    /// Whether to read the body.
    package mutating func receive(_ head: HTTPHead) -> Bool {
        status = head.status
        if head.length > Int64(sizeLimit) { failure = .tooLarge(limit: sizeLimit) }
        return failure == nil
    }

    /// Whether to continue after this piece of the body.
    package mutating func receive(_ piece: Data) -> Bool {
        guard failure == nil else { return false }
        body.append(piece)
        if body.count > sizeLimit {
            body = Data()
            failure = .tooLarge(limit: sizeLimit)
        }
        return failure == nil
    }

    /// Decodes the whole response.
    ///
    /// - Parameters:
    ///   - type: The expected type.
    ///   - connectionFailure: The failure of the connection, if it failed; an earlier error takes precedence.
    /// - Returns: The value.
    /// - Throws: A `WeatherError`.
    package func value<Value: Decodable>(
        of type: Value.Type,
        _ connectionFailure: HTTPFailure? = nil
    ) throws(WeatherError) -> Value {
        if let failure { throw failure }
        if let connectionFailure {
            throw WeatherError(
                .unreachable,
                "The service can't be reached: \(connectionFailure.reason)."
            )
        }
        guard status == 200 else {
            let reason = (try? JSONDecoder().decode(ServiceProblem.self, from: body))?.error
            throw WeatherError(
                .status(status),
                "The service answered \(status)" + (reason.map { ": \($0)" } ?? ".")
            )
        }
        do {
            return try JSONDecoder().decode(type, from: body)
        } catch {
            throw WeatherError(.unreadable, "The service answered something that can't be read.")
        }
    }
}

extension WeatherError {
    fileprivate static func tooLarge(limit: Int) -> WeatherError {
        WeatherError(.tooLarge, "The answer of the service is too large: the limit is \(limit / 1000) kB.")
    }
}
