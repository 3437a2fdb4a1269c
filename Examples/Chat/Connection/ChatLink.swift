// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// What happens to a socket.
package enum LinkEvent: Equatable, Sendable {
    case opened
    case frame(ServerFrame)
    /// It is gone; nothing follows.
    case closed(CloseCode, reason: String)
}

/// The way to the server: opens sockets, which are known by a number.
package struct ChatLink: Sendable {
    /// Opens a socket, and tells what happens to it; who stops listening closes it.
    package var open: @Sendable (_ number: Int) -> AsyncStream<LinkEvent>

    /// Sends a frame over a socket; over one that is gone, nothing.
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
    /// The way to the server.
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
