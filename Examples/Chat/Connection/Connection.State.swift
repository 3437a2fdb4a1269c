// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

extension Connection {
    /// The end of the last socket.
    package struct End: Hashable, Sendable {
        package let code: CloseCode
        package let reason: String

        package init(code: CloseCode, reason: String) {
            self.code = code
            self.reason = reason
        }
    }

    /// The delay before the next attempt.
    package struct Pause: Hashable, Sendable {
        /// The number of the next attempt.
        package let attempt: Int
        package let delay: Duration
    }

    package enum Phase: Hashable, Sendable {
        /// Not connected: no connection is requested, or the server refuses this client.
        case offline
        case connecting
        case online
        case waiting(Pause)
    }

    /// The state of the connection.
    package struct State: Hashable, Sendable {
        package internal(set) var phase = Phase.offline
        /// The number of the newest socket.
        package internal(set) var attempt = 0
        /// The number of consecutive sockets that ended before the server sent anything.
        package internal(set) var failureCount = 0
        package internal(set) var end: End?
        package let backOff: BackOff

        package init(backOff: BackOff = BackOff()) { self.backOff = backOff }

        /// The number of the socket that should be open.
        var socket: Int? {
            switch phase {
            case .connecting, .online: attempt
            case .offline, .waiting: nil
            }
        }

        var pause: Pause? { if case .waiting(let pause) = phase { pause } else { nil } }
    }
}
