// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// The events of a socket.
package enum LinkEvent: Hashable, Sendable {
    case opened
    case frame(ServerFrame)
    /// It is closed; no events follow.
    case closed(CloseCode, reason: String)
}

/// A link to the server: opens sockets, which have numbers.
package struct ChatLink: Sendable {
    /// Opens a socket and returns its events; to stop iterating closes it.
    package var open: @Sendable (_ number: Int) -> AsyncStream<LinkEvent>

    /// Sends a frame over a socket; does nothing if the socket is closed.
    package var send: @Sendable (_ number: Int, _ frame: ClientFrame) async -> Void

    package init(
        open: @escaping @Sendable (_ number: Int) -> AsyncStream<LinkEvent>,
        send: @escaping @Sendable (_ number: Int, _ frame: ClientFrame) async -> Void
    ) {
        self.open = open
        self.send = send
    }
}

extension Dependencies {
    /// The link to the server.
    package var chatLink: ChatLink {
        get { self[ChatLinkKey.self] }
        set { self[ChatLinkKey.self] = newValue }
    }
}

private enum ChatLinkKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> ChatLink {
        ChatLink { _ in
            AsyncStream { continuation in
                continuation.yield(.closed(.lost, reason: "Set the dependency “chatLink” of the store."))
                continuation.finish()
            }
        } send: { _, _ in
        }
    }
}
