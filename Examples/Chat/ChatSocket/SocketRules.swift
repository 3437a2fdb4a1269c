// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// What holds for a connection.
package struct SocketRules: Sendable {
    /// Who is on the other side.
    package var peer: MessageAssembler.Sender
    /// The most bytes of a message that is read.
    package var limit: Int
    /// How often the other side is asked for a sign of life.
    package var heartbeat: Duration
    /// How long to wait, after saying good-bye, until the other side hangs up.
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
