// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why there is no answer: a kind for programs, a sentence for people.
package struct WeatherError: Error, Equatable, Sendable {
    /// The kind of failure.
    package enum Kind: Equatable, Sendable {
        /// The connection failed or was lost.
        case unreachable
        /// The answer took longer than the client waits.
        case timedOut
        /// The status of the response was not 200.
        case status(Int)
        /// The response has the wrong format.
        case unreadable
        /// The response is larger than the client's limit.
        case tooLarge
    }

    package let kind: Kind
    /// One sentence.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The error itself, or a replacement for an unexpected one.
    package init(_ error: any Error) {
        self = error as? WeatherError ?? WeatherError(.unreachable, "The request broke off: \(error).")
    }
}

extension WeatherError: CustomStringConvertible {
    package var description: String { message }
}
