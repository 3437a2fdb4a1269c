// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why there is no answer: a kind for programs, a sentence for people.
package struct WeatherError: Error, Equatable, Sendable {
    /// The kind of failure.
    package enum Kind: Equatable, Sendable {
        /// No connection came about, or it broke.
        case unreachable
        /// The answer took longer than the client waits.
        case timedOut
        /// The service answered with another status than 200.
        case status(Int)
        /// The answer is not what was asked for.
        case unreadable
        /// The answer is larger than the client takes.
        case tooLarge
    }

    package let kind: Kind
    /// One sentence.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The error itself, or what stands for an unforeseen one.
    package init(_ error: any Error) {
        self = error as? WeatherError ?? WeatherError(.unreachable, "The request broke off: \(error).")
    }
}

extension WeatherError: CustomStringConvertible {
    package var description: String { message }
}
