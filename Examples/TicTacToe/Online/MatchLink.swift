// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A player's link to the host, which reconnects by itself.
package struct MatchLink: Sendable {
    /// The events of a link.
    package enum Event: Equatable, Sendable {
        case online
        /// The connection was lost, and is retried.
        case lost(String)
        case frame(HostFrame)
    }

    /// The events, in order, for one receiver.
    package let events: AsyncStream<Event>
    /// Sends a frame to the host; does nothing while there is no connection.
    package let send: @Sendable (ClientFrame) -> Void

    /// Makes a link.
    package init(events: AsyncStream<Event>, send: @escaping @Sendable (ClientFrame) -> Void) {
        self.events = events
        self.send = send
    }
}
