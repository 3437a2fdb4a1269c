// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// The rules of a connection.
package struct SocketRules: Sendable {
    /// The role of the peer.
    package var peer: MessageAssembler.Sender
    /// The size limit, in bytes, of a received message.
    package var limit: Int
    /// The interval between pings.
    package var heartbeat: Duration
    /// The time to wait, after the close frame, until the peer closes the connection.
    package var grace: TimeAmount

    package init(
        peer: MessageAssembler.Sender,
        limit: Int,
        heartbeat: Duration = .seconds(20),
        grace: TimeAmount = .seconds(2)
    ) {
        self.peer = peer
        self.limit = limit
        self.heartbeat = heartbeat
        self.grace = grace
    }
}
