// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import NIOCore
import NIOPosix

/// A client that sends any bytes, and decodes frames by hand.
struct RawClient: Sendable {
    /// A frame as received.
    struct Frame: Equatable {
        var opcode: UInt8
        var data: [UInt8]

        var text: String { String(decoding: data, as: UTF8.self) }

        /// The code of a close frame.
        var code: UInt16? { opcode == 8 && data.count >= 2 ? UInt16(data[0]) << 8 | UInt16(data[1]) : nil }
    }

    private let write: @Sendable ([UInt8]) async throws -> Void

    /// Connects to a port, and passes a client to a closure.
    static func connect<Result>(
        _ port: Int,
        receiveBuffer: Int? = nil,
        _ body: (inout Reader, RawClient) async throws -> Result
    ) async throws -> Result {
        // It closes the connection when the body is done, not as soon as the server has.
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connectTimeout(.hours(10))
        if let receiveBuffer {
            let size = SocketOptionValue(receiveBuffer)
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: size)
        }
        let channel =
            try await bootstrap
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var reader = Reader(inbound: inbound.makeAsyncIterator())
            let client = RawClient(
                write: { try await outbound.write(ByteBuffer(bytes: $0)) }
            )
            return try await body(&reader, client)
        }
    }

    /// Connects, and becomes a WebSocket.
    static func open<Result>(
        _ port: Int,
        receiveBuffer: Int? = nil,
        _ body: (inout Reader, RawClient) async throws -> Result
    ) async throws -> Result {
        try await connect(port, receiveBuffer: receiveBuffer) { reader, client in
            try await client.send(request())
            _ = try await reader.head()
            return try await body(&reader, client)
        }
    }

    /// Connects, and signs in with a token.
    static func signedIn<Result>(
        _ run: ServerRun,
        as name: String,
        receiveBuffer: Int? = nil,
        _ body: (inout Reader, RawClient) async throws -> Result
    ) async throws -> Result {
        let token = try await run.token(name)
        return try await open(run.port, receiveBuffer: receiveBuffer) { reader, client in
            try await client.send(.resume(token: Confidential(token)))
            _ = try await reader.text { $0.contains("signedIn") }
            return try await body(&reader, client)
        }
    }

    static func request(path: String = "/chat", more: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(more)\r\n"
    }

    func send(_ text: String) async throws { try await write(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws { try await write(bytes) }

    func send(_ frame: ClientFrame) async throws {
        try await write(Self.frame(Array(FrameCoding.text(of: frame).utf8)))
    }

    /// Whether the server answers a ping, rather than to end the connection.
    func isAnswered(_ reader: inout Reader) async throws -> Bool {
        try? await send(Self.frame([7], first: 0x89))
        while let frame = try await reader.frame() {
            if frame.opcode == 10 { return true }
            if frame.opcode == 8 { return false }
        }
        return false
    }

    /// The bytes of a frame; by default a masked text message in one piece.
    static func frame(_ data: [UInt8], first: UInt8 = 0x81, isMasked: Bool = true) -> [UInt8] {
        let mask: [UInt8] = [1, 2, 3, 4]
        let bit: UInt8 = isMasked ? 0x80 : 0
        var bytes = [first]
        switch data.count {
        case 0...125: bytes.append(bit | UInt8(data.count))
        case 126...0xffff: bytes += [bit | 126, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
        default:
            bytes.append(bit | 127)
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: data.count >> ($0 * 8)) }
        }
        return isMasked ? bytes + mask + data.enumerated().map { $1 ^ mask[$0 % 4] } : bytes + data
    }

    /// Reads the bytes from the server.
    struct Reader {
        var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
        private var buffer: [UInt8] = []

        init(inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) { self.inbound = inbound }

        /// The head of an HTTP response.
        mutating func head() async throws -> String {
            while true {
                let end: [UInt8] = [13, 10, 13, 10]
                if let place = buffer.indices.first(where: { buffer[$0...].starts(with: end) }) {
                    let head = String(decoding: buffer[..<place], as: UTF8.self)
                    buffer.removeFirst(place + end.count)
                    return head
                }
                guard try await fill() else { return String(decoding: buffer, as: UTF8.self) }
            }
        }

        /// The next frame; `nil` when the server has hung up.
        mutating func frame() async throws -> Frame? {
            while true {
                if let frame = cut() { return frame }
                guard try await fill() else { return nil }
            }
        }

        /// Passes over frames up to a text that is accepted.
        mutating func text(_ accepts: (String) -> Bool) async throws -> String? {
            while let frame = try await frame() {
                if frame.opcode == 1, accepts(frame.text) { return frame.text }
            }
            return nil
        }

        /// Passes over frames up to the close frame; its code, if there was one.
        mutating func closeCode() async throws -> UInt16? {
            while let frame = try await frame() {
                if let code = frame.code { return code }
            }
            return nil
        }

        /// All frames with text up to the end.
        mutating func texts() async throws -> [String] {
            var texts: [String] = []
            while let frame = try await frame() {
                if frame.opcode == 1 { texts.append(frame.text) }
            }
            return texts
        }

        /// Skips everything until the server closes the connection.
        mutating func end() async throws {
            while try await fill() { buffer = [] }
        }

        private mutating func fill() async throws -> Bool {
            guard let more = try await inbound.next() else { return false }
            buffer += Array(more.readableBytesView)
            return true
        }

        private mutating func cut() -> Frame? {
            guard buffer.count >= 2 else { return nil }
            var length = Int(buffer[1] & 0x7f)
            var start = 2
            if length >= 126 {
                let count = length == 126 ? 2 : 8
                guard buffer.count >= 2 + count else { return nil }
                length = buffer[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
                start += count
            }
            guard buffer.count >= start + length else { return nil }
            let frame = Frame(opcode: buffer[0] & 0x0f, data: Array(buffer[start..<start + length]))
            buffer.removeFirst(start + length)
            return frame
        }
    }
}
