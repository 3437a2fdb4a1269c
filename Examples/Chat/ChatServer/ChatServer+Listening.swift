// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatSocket
import ListeningKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

extension ChatServer {
    /// The protocol of a connection after its first request.
    enum Upgrade: Sendable {
        case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case other
    }

    /// A new connection, and its protocol once that is known; releasing it closes the connection at the
    /// latest.
    ///
    /// This also closes connections that the server does not reach before it stops.
    final class Arrival: Sendable {
        let channel: any Channel
        let upgrade: EventLoopFuture<Upgrade>

        init(channel: any Channel, upgrade: EventLoopFuture<Upgrade>) {
            (self.channel, self.upgrade) = (channel, upgrade)
        }

        deinit { channel.close(promise: nil) }
    }

    /// The path in the address that clients connect to.
    package static let path = "/chat"

    /// Listens on the port.
    ///
    /// - Parameter door: Makes room when the program has no file left.
    /// - Returns: The channel of the connections.
    /// - Throws: `CannotListen`.
    func listen(_ door: Door) async throws -> NIOAsyncChannel<Arrival, Never> {
        let (limit, origins) = (configuration.rules.limit, configuration.origins)
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                // As many as Linux allows. When more clients wait to be accepted, some believe that they are connected, and their
                // kernel asks again after longer and longer pauses.
                .serverChannelOption(.backlog, value: 4096)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(FewFiles(door.makeRoom))
                    }
                }
                // Limits the kernel's buffer for slow readers, too.
                .childChannelOption(.socketOption(.so_sndbuf), value: 128 * 1024)
                .bind(host: configuration.host, port: configuration.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        Arrival(channel: channel, upgrade: try Self.prepare(channel, limit, origins))
                    }
                }
        } catch {
            throw CannotListen(host: configuration.host, port: configuration.port, error)
        }
    }

    private static func prepare(
        _ channel: any Channel,
        _ limit: Int,
        _ origins: Set<String>
    ) throws -> EventLoopFuture<Upgrade> {
        let upgrader = NIOTypedWebSocketServerUpgrader<Upgrade>(
            maxFrameSize: limit,
            // The conversation answers and logs bad frames, like all other errors.
            enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let isWelcome = head.uri == path && PageAccess(origins).admits(head.headers)
                return channel.eventLoop.makeSucceededFuture(isWelcome ? HTTPHeaders() : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    .webSocket(
                        try NIOAsyncChannel<WebSocketFrame, WebSocketFrame>(
                            wrappingChannelSynchronously: channel
                        )
                    )
                }
            }
        )
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // Drops the rest of a refused request for a WebSocket.
                    if try pipeline.handler(type: Beginning.self).asksForUpgrade {
                        try pipeline.addHandler(BareAnswer(), position: .first)
                    } else {
                        try pipeline.addHandler(PageHandler(PageAccess(origins)))
                    }
                    return .other
                }
            }
        )
        let result = try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
            configuration: .init(upgradeConfiguration: upgrade)
        )
        let pipeline = channel.pipeline.syncOperations
        let upgradeHandler = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Upgrade>.self)
        try pipeline.addHandler(Beginning(), position: .before(upgradeHandler))
        try pipeline.addHandler(HangUp())
        // A refused upgrade is a failure here, and the client gets an answer.
        result.whenFailure { _ in
            try? channel.pipeline.syncOperations.addHandler(BareAnswer(), position: .first)
        }
        return result
    }
}

/// Records how a connection begins.
private final class Beginning: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// Whether it begins with a request to upgrade to another protocol than HTTP.
    private(set) var asksForUpgrade = false
    private var hasBegun = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Later messages may not be HTTP any more.
        if !hasBegun, case .head(let head) = Self.unwrapInboundIn(data) {
            asksForUpgrade = head.headers.contains(name: "Upgrade")
        }
        hasBegun = true
        context.fireChannelRead(data)
    }
}

/// Closes a connection whose client does not speak HTTP, after the answer to the bad request.
private final class HangUp: ChannelInboundHandler {
    typealias InboundIn = Any

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { context.close(promise: nil) }
        context.fireErrorCaught(error)
    }
}

/// Answers a client whose request for a WebSocket is refused.
///
/// The HTTP handlers are being removed at this point and cannot write any more, so the answer bypasses them.
private final class BareAnswer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let text =
        "HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\nUpgrade: websocket\r\n\r\n"

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: Self.text))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
