// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

/// The end of a connection: its code and reason.
package struct SocketEnd: Error, Equatable, Sendable {
    package let code: CloseCode
    package let reason: String
    /// Whether the peer closed the connection, or stopped responding.
    package let isByPeer: Bool

    package init(_ code: CloseCode, _ reason: String, isByPeer: Bool = false) {
        self.code = code
        self.reason = reason
        self.isByPeer = isByPeer
    }

    /// The connection was lost without a close frame.
    package static let lost = SocketEnd(.lost, "The connection was lost.", isByPeer: true)
}
