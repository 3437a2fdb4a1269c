// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatSocket
import ListeningKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

extension ChatServer {
    /// What a connection has become.
    enum Upgrade: Sendable {
        case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case other
    }

    /// A connection that has just been made, and what becomes of it; it is closed at the latest when it is released.
    ///
    /// So those are closed, too, that the server never gets to, since it stops.
    final class Arrival: Sendable {
        let channel: any Channel
        let upgrade: EventLoopFuture<Upgrade>

        init(channel: any Channel, upgrade: EventLoopFuture<Upgrade>) {
            (self.channel, self.upgrade) = (channel, upgrade)
        }

        deinit { channel.close(promise: nil) }
    }

    /// The path of the address that clients connect to.
    package static let path = "/chat"

    /// Takes the port.
    ///
    /// - Parameter door: Makes room when the program has no file left.
    /// - Returns: The channel of the connections.
    /// - Throws: `CannotListen`.
    func listen(_ door: Door) async throws -> NIOAsyncChannel<Arrival, Never> {
        let (limit, origins) = (configuration.rules.limit, configuration.origins)
        do {
            return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.backlog, value: 512)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(FewFiles(door.makeRoom))
                    }
                }
                // What a slow reader makes the kernel keep is bounded, too.
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
            // How a bad frame is answered is decided, and logged, where all others are.
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
                    // Of a request for a WebSocket that is refused nothing is passed on.
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
        // An upgrade that was refused is a failure here; the client gets an answer, too.
        result.whenFailure { _ in
            try? channel.pipeline.syncOperations.addHandler(BareAnswer(), position: .first)
        }
        return result
    }
}

/// Notes how a connection begins.
private final class Beginning: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    /// Whether it begins with a request to become something else than HTTP.
    private(set) var asksForUpgrade = false
    private var hasBegun = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes later may be no HTTP any more.
        if !hasBegun, case .head(let head) = Self.unwrapInboundIn(data) {
            asksForUpgrade = head.headers.contains(name: "Upgrade")
        }
        hasBegun = true
        context.fireChannelRead(data)
    }
}

/// Closes a connection whose client does not speak HTTP; it has been told of the bad request by then.
private final class HangUp: ChannelInboundHandler {
    typealias InboundIn = Any

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError { context.close(promise: nil) }
        context.fireErrorCaught(error)
    }
}

/// Answers who asked for a WebSocket and may not have one.
///
/// The handlers of HTTP are on their way out when this is known, and may write nothing any more, so it goes past
/// them.
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
