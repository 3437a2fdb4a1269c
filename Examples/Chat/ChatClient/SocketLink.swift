// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import ChatSocket
package import Connection
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A link to a server over WebSocket.
///
/// With several addresses, each new socket uses the next one.
package final class SocketLink: Sendable {
    private enum Upgrade: Sendable {
        case webSocket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
        case other
    }

    private let addresses: [ChatAddress]
    private let rules: SocketRules
    private let outboxes = Mutex<[Int: Outbox]>([:])
    private let tasks = Mutex<[Int: Task<Void, Never>]>([:])

    /// Makes a link to servers that share the same state.
    ///
    /// - Parameters:
    ///   - addresses: At least one.
    ///   - rules: The rules of each connection.
    package init(
        _ addresses: [ChatAddress],
        rules: SocketRules = SocketRules(peer: .server, limit: FrameCoding.serverLimit)
    ) {
        precondition(!addresses.isEmpty, "There is no address.")
        self.addresses = addresses
        self.rules = rules
    }

    /// The link as the feature uses it.
    package var link: ChatLink {
        ChatLink { [self] number in
            AsyncStream { continuation in
                // Under the lock, which the task also takes at its end, so that a removed task is not
                // registered afterwards.
                let task = tasks.withLock { tasks in
                    let task = Task { await self.run(number, continuation) }
                    tasks[number] = task
                    return task
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        } send: { [self] number, frame in
            outboxes.withLock { $0[number] }?.send(frame)
        }
    }

    /// Waits until every socket has sent its close frame.
    package func drain() async {
        for task in tasks.withLock({ Array($0.values) }) { await task.value }
    }

    private func run(_ number: Int, _ events: AsyncStream<LinkEvent>.Continuation) async {
        let end = await converse(number, events)
        outboxes.withLock { _ = $0.removeValue(forKey: number) }
        events.yield(.closed(end.code, reason: end.reason))
        events.finish()
        tasks.withLock { _ = $0.removeValue(forKey: number) }
    }

    private func converse(_ number: Int, _ events: AsyncStream<LinkEvent>.Continuation) async -> SocketEnd {
        let address = addresses[(number - 1) % addresses.count]
        let upgrade: Upgrade
        do {
            upgrade = try await connect(to: address).get()
        } catch {
            return SocketEnd(.lost, "There is no server at \(address.host):\(address.port).", isByPeer: true)
        }
        guard case .webSocket(let channel) = upgrade else {
            return SocketEnd(.unacceptable, "That is no chat server.", isByPeer: true)
        }
        let outbox = Outbox(countLimit: 4096, byteLimit: 16 * 1024 * 1024)
        outboxes.withLock { $0[number] = outbox }
        events.yield(.opened)
        return await SocketConversation(rules, outbox: outbox).run(over: channel) { text in
            do throws(FrameProblem) {
                events.yield(.frame(try FrameCoding.frame(ServerFrame.self, from: text)))
            } catch {
                outbox.end(SocketEnd(.badFrame, "The server speaks another protocol: \(error.reason)"))
            }
        }
    }

    private func connect(to address: ChatAddress) async throws -> EventLoopFuture<Upgrade> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(10))
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    var headers = HTTPHeaders()
                    headers.add(name: "Host", value: "\(address.host):\(address.port)")
                    let request = HTTPRequestHead(
                        version: .http1_1,
                        method: .GET,
                        uri: "/chat",
                        headers: headers
                    )
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: .init(
                            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                                upgradeRequestHead: request,
                                upgraders: [Self.upgrader],
                                notUpgradingCompletionHandler: { channel in
                                    channel.close(promise: nil)
                                    return channel.eventLoop.makeSucceededFuture(.other)
                                }
                            )
                        )
                    )
                }
            }
    }

    private static var upgrader: NIOTypedWebSocketClientUpgrader<Upgrade> {
        NIOTypedWebSocketClientUpgrader<Upgrade>(
            maxFrameSize: FrameCoding.serverLimit,
            enableAutomaticErrorHandling: false,
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
    }
}
