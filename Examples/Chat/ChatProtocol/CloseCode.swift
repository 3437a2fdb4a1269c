// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a connection is closed: the WebSocket codes of RFC 6455, and our own from 4000.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    private init(_ rawValue: UInt16) { self.rawValue = rawValue }

    /// Done.
    package static let normal = CloseCode(1000)
    /// The server stops; reconnect later.
    package static let goingAway = CloseCode(1001)
    /// Frames that break the rules of WebSocket.
    package static let protocolError = CloseCode(1002)
    /// A binary message; frames are text.
    package static let unacceptable = CloseCode(1003)
    /// The connection was lost without a close frame; never sent.
    package static let lost = CloseCode(1006)
    /// Text that is not UTF-8.
    package static let badText = CloseCode(1007)
    /// A message that is too long.
    package static let tooBig = CloseCode(1009)
    /// Something went wrong in the server.
    package static let internalError = CloseCode(1011)
    /// The client reads too slowly, or the server is full; reconnect later.
    package static let tryAgainLater = CloseCode(1013)
    /// A message that is no frame of the protocol, or asks for an unknown action.
    package static let badFrame = CloseCode(4400)
    /// A request that requires signing in.
    package static let notSignedIn = CloseCode(4401)
    /// A name, password, code, or token that is wrong, or a code that was used before.
    package static let refused = CloseCode(4403)
    /// The client did not sign in in time, or was silent for too long.
    package static let timedOut = CloseCode(4408)
    /// Too many attempts or requests.
    package static let tooMany = CloseCode(4429)

    /// Whether the client can reconnect without help from a person.
    package var isWorthRetrying: Bool {
        switch self {
        case .goingAway, .lost, .internalError, .tryAgainLater, .timedOut: true
        default: rawValue == 1012 || rawValue == 1014
        }
    }

    /// Whether an endpoint may send the code in a close frame.
    package var maySend: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
