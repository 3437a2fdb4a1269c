// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

/// How a connection ends, or has ended.
package struct SocketEnd: Error, Equatable, Sendable {
    package let code: CloseCode
    package let reason: String
    /// Whether the other side said it, or its silence did.
    package let isByPeer: Bool

    package init(_ code: CloseCode, _ reason: String, isByPeer: Bool = false) {
        self.code = code
        self.reason = reason
        self.isByPeer = isByPeer
    }

    /// The other side vanished without a word.
    package static let lost = SocketEnd(.lost, "The connection was lost.", isByPeer: true)
}
