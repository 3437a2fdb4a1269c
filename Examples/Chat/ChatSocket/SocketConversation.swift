// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import NIOCore
package import NIOWebSocket

/// A WebSocket connection from its beginning to its end, for clients and servers.
package struct SocketConversation: Sendable {
    package typealias Frames = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private let rules: SocketRules
    private let outbox: Outbox

    package init(_ rules: SocketRules, outbox: Outbox) {
        self.rules = rules
        self.outbox = outbox
    }

    /// Reads and writes until either side ends it, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - channel: The connection; it is closed afterwards.
    ///   - onText: Receives each message; the next one is read when it returns, so a slow receiver slows the
    ///     sender down.
    ///   - onEnd: Called with the reason as soon as it is known; closing may take longer.
    /// - Returns: The reason why it ended.
    @discardableResult
    package func run(
        over channel: Frames,
        onText: @escaping @Sendable (String) async -> Void,
        onEnd: @escaping @Sendable (SocketEnd) async -> Void = { _ in }
    ) async -> SocketEnd {
        let end = try? await channel.executeThenClose { inbound, outbound in
            let end = await withTaskGroup(of: SocketEnd.self) { group in
                group.addTask { await read(inbound, onText) }
                group.addTask { await write(outbound) }
                group.addTask { await beat() }
                group.addTask {
                    for await end in outbox.ends { return end }
                    return SocketEnd(.goingAway, "The server stops.")
                }
                let end = await group.next() ?? .lost
                // The close frame must be the last frame: all writers have finished when the group has.
                group.cancelAll()
                return Task.isCancelled ? SocketEnd(.goingAway, "Going away.") : end
            }
            await onEnd(end)
            await sayGoodbye(end, over: channel.channel)
            return end
        }
        return end ?? .lost
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
        _ onText: (String) async -> Void
    ) async -> SocketEnd {
        var assembler = MessageAssembler(from: rules.peer, limit: rules.limit)
        do {
            for try await frame in inbound {
                outbox.hear()
                switch try assembler.take(frame) {
                case .text(let text): await onText(text)
                case .ping(let data): outbox.append(.pong(data))
                case .close(let end): return end
                case .pong, nil: break
                }
            }
            return .lost
        } catch let end as SocketEnd {
            return end
        } catch NIOWebSocketError.invalidFrameLength {
            return SocketEnd(.tooBig, "A message is too long.")
        } catch is NIOWebSocketError {
            return SocketEnd(.protocolError, "A frame breaks the rules.")
        } catch {
            return .lost
        }
    }

    private func write(_ outbound: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async -> SocketEnd {
        do {
            for await item in outbox.items {
                try await outbound.write(frame(item))
                outbox.wrote(item)
            }
        } catch {
            // The channel is closed. Its reader still gets all that was sent before, such as the reason of the peer.
        }
        // The outbox or the reader reports how it ended.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        return .lost
    }

    private func beat() async -> SocketEnd {
        do {
            while true {
                _ = outbox.hasHeard()
                outbox.append(.ping)
                try await Task.sleep(for: rules.heartbeat)
                if !outbox.hasHeard() { return SocketEnd(.timedOut, "Nothing was heard for too long.") }
            }
        } catch {
            return .lost
        }
    }

    private func frame(_ item: Outbox.Item) -> WebSocketFrame {
        let maskKey: WebSocketMaskingKey? = rules.peer == .server ? .random() : nil
        return switch item {
        case .text(let data): WebSocketFrame(fin: true, opcode: .text, maskKey: maskKey, data: data)
        case .ping: WebSocketFrame(fin: true, opcode: .ping, maskKey: maskKey, data: ByteBuffer())
        case .pong(let data): WebSocketFrame(fin: true, opcode: .pong, maskKey: maskKey, data: data)
        }
    }
}

extension SocketConversation {
    /// Sends a close frame, and lets the peer read it before closing the connection.
    ///
    /// Closing a socket with unread bytes resets it, which may lose the close frame. Therefore further input
    /// is dropped until the peer closes the connection, or until a timeout.
    private func sayGoodbye(_ end: SocketEnd, over channel: any Channel) async {
        guard channel.isActive, end.code.maySend || end.code == .lost else { return }
        if end == .lost { return }
        let maskKey: WebSocketMaskingKey? = rules.peer == .server ? .random() : nil
        var data = ByteBuffer(integer: end.code.rawValue)
        if !end.isByPeer { data.writeString(end.reason.cut(to: 123)) }
        let frame = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: maskKey, data: data)
        let hangsUp = end.isByPeer && rules.peer == .client
        let grace = rules.grace
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(Drain(), position: .first)
            channel.read()
            let written = channel.eventLoop.makePromise(of: Void.self)
            channel.writeAndFlush(frame, promise: written)
            written.futureResult.whenComplete { _ in
                if hangsUp { channel.close(promise: nil) } else { channel.close(mode: .output, promise: nil) }
            }
            let timer = channel.eventLoop.scheduleTask(in: grace) { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in timer.cancel() }
        }.get()
        try? await channel.closeFuture.get()
    }
}

/// Reads and drops all input.
private final class Drain: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func handlerAdded(context: ChannelHandlerContext) { context.read() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelReadComplete(context: ChannelHandlerContext) { context.read() }
}

extension String {
    /// The beginning of a text, with at most this many bytes.
    fileprivate func cut(to byteCount: Int) -> String {
        var text = self[...]
        while text.utf8.count > byteCount { text.removeLast() }
        return String(text)
    }
}
