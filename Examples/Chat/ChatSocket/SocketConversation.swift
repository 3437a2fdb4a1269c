// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import NIOCore
package import NIOWebSocket

/// A WebSocket connection from its beginning to its end, on either side.
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
    ///   - onText: Takes each message; the next one is read when it returns, so a slow one slows the sender.
    ///   - onEnd: Hears how it ends as soon as that is known; the good-bye that follows may take its time.
    /// - Returns: How it ended.
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
                // Nothing is written after the close frame: all of them have ended when the group has.
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
            // The outbox says itself how it ended.
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3600)) }
            return .lost
        } catch {
            return .lost
        }
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
    /// Sends a close frame, and lets the other side read it before the connection is gone.
    ///
    /// A socket that is closed while bytes wait to be read is reset, and the close frame may be lost; so what still
    /// arrives is thrown away, until the other side hangs up or its time is over.
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

/// Reads on, and throws away what it reads.
private final class Drain: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    func handlerAdded(context: ChannelHandlerContext) { context.read() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func channelReadComplete(context: ChannelHandlerContext) { context.read() }
}

extension String {
    /// The beginning of a text that has no more bytes than that.
    fileprivate func cut(to byteCount: Int) -> String {
        var text = self[...]
        while text.utf8.count > byteCount { text.removeLast() }
        return String(text)
    }
}
