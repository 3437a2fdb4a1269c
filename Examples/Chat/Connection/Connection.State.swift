// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Connection {
    /// How the last socket ended.
    package struct End: Equatable, Sendable {
        package let code: CloseCode
        package let reason: String

        package init(code: CloseCode, reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    /// A wait before the next attempt.
    package struct Pause: Equatable, Sendable {
        /// The number of the attempt that follows.
        package let attempt: Int
        package let delay: Duration
    }

    package enum Phase: Equatable, Sendable {
        /// No connection is wanted, or the server refuses this client.
        case offline
        case connecting
        case online
        case waiting(Pause)
    }

    /// Where the connection stands.
    package struct State: Equatable, Sendable {
        package internal(set) var phase = Phase.offline
        /// The number of the newest socket.
        package internal(set) var attempt = 0
        /// How many sockets in a row have ended before the server said anything.
        package internal(set) var failureCount = 0
        package internal(set) var end: End?
        package let backOff: BackOff

        package init(backOff: BackOff = BackOff()) { self.backOff = backOff }

        /// The socket that there should be.
        var socket: Int? {
            switch phase {
            case .connecting, .online: attempt
            case .offline, .waiting: nil
            }
        }

        var pause: Pause? { if case .waiting(let pause) = phase { pause } else { nil } }
    }
}
