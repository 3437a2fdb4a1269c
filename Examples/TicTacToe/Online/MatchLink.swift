// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A player's way to the host, however often it breaks.
package struct MatchLink: Sendable {
    /// What happens on it.
    package enum Event: Equatable, Sendable {
        case online
        /// It broke, and is tried again.
        case lost(String)
        case frame(HostFrame)
    }

    /// What happens, in order; there is one listener.
    package let events: AsyncStream<Event>
    /// Tells the host something; while the link is broken, nothing.
    package let send: @Sendable (ClientFrame) -> Void

    /// Makes a link.
    package init(events: AsyncStream<Event>, send: @escaping @Sendable (ClientFrame) -> Void) {
        self.events = events
        self.send = send
    }
}
