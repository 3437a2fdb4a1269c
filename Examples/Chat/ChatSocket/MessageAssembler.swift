// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
package import NIOCore
package import NIOWebSocket

/// A complete message from a WebSocket that follows the rules.
package enum SocketMessage: Equatable, Sendable {
    case text(String)
    case ping(ByteBuffer)
    case pong
    case close(SocketEnd)
}

/// Assembles frames into messages, and refuses frames that RFC 6455 forbids.
///
/// It buffers no more than the limit, whatever arrives.
package struct MessageAssembler {
    /// The sender of the frames: a client has to mask them, a server must not.
    package enum Sender: Sendable {
        case client
        case server
    }

    /// The number of frames that a message may have.
    package static let frameLimit = 256

    private let sender: Sender
    private let limit: Int
    private(set) var parts: ByteBuffer?
    private var count = 0

    package init(from sender: Sender, limit: Int) {
        self.sender = sender
        self.limit = limit
    }

    /// Processes the next frame.
    ///
    /// - Parameter frame: The frame.
    /// - Returns: The message, if the frame completes one.
    /// - Throws: The reason to close the connection.
    package mutating func take(_ frame: WebSocketFrame) throws(SocketEnd) -> SocketMessage? {
        guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw violation("A reserved bit is set.") }
        guard (frame.maskKey != nil) == (sender == .client) else {
            throw violation(sender == .client ? "A frame is not masked." : "A frame is masked.")
        }
        switch frame.opcode {
        case .ping, .pong, .connectionClose: return try control(frame)
        case .text:
            guard parts == nil else { throw violation("A message begins within another one.") }
            return try add(frame)
        case .continuation:
            guard parts != nil else { throw violation("A message goes on that has not begun.") }
            return try add(frame)
        case .binary: throw SocketEnd(.unacceptable, "Messages are text.")
        default: throw violation("A frame has a reserved opcode.")
        }
    }

    private mutating func add(_ frame: WebSocketFrame) throws(SocketEnd) -> SocketMessage? {
        // Taken, so that nothing else has it, and it is written in place.
        var (buffer, data) = (parts.take() ?? ByteBuffer(), frame.unmaskedData)
        count += 1
        guard buffer.readableBytes + data.readableBytes <= limit, count <= Self.frameLimit else {
            throw SocketEnd(.tooBig, "A message is too long.")
        }
        buffer.writeBuffer(&data)
        guard frame.fin else {
            parts = buffer
            return nil
        }
        count = 0
        return .text(try text(buffer))
    }

    private func control(_ frame: WebSocketFrame) throws(SocketEnd) -> SocketMessage {
        let data = frame.unmaskedData
        guard frame.fin, data.readableBytes <= 125 else {
            throw violation("A control frame is too long or in pieces.")
        }
        switch frame.opcode {
        case .ping: return .ping(data)
        case .pong: return .pong
        default: return .close(try end(data))
        }
    }

    private func end(_ data: ByteBuffer) throws(SocketEnd) -> SocketEnd {
        var data = data
        guard data.readableBytes > 0 else { return SocketEnd(.normal, "", isByPeer: true) }
        guard let number = data.readInteger(as: UInt16.self), CloseCode(rawValue: number).maySend else {
            throw violation("A close frame has no code that may be sent.")
        }
        return SocketEnd(CloseCode(rawValue: number), try text(data), isByPeer: true)
    }

    private func text(_ buffer: ByteBuffer) throws(SocketEnd) -> String {
        guard let text = String(validating: buffer.readableBytesView, as: UTF8.self) else {
            throw SocketEnd(.badText, "Text is not UTF-8.")
        }
        return text
    }

    private func violation(_ reason: String) -> SocketEnd { SocketEnd(.protocolError, reason) }
}
