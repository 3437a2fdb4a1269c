// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An HTTP server for tests: plain sockets on 127.0.0.1, on a port that the system chooses.
///
/// It speaks as much HTTP as a feed reader needs, and misbehaves on request.
package final class LoopbackServer: Sendable {
    /// The answer to a request for a path.
    package enum Answer: Sendable {
        /// A complete answer.
        case reply(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = [])
        /// Nothing, with the connection left open until the client closes it.
        case silence
        /// A head without a length, 50 MB in chunks, and no end: the connection stays open.
        case flood
        /// A head that promises this many bytes, these bytes, and then nothing, on a connection that stays
        /// open.
        case promised(Int, [UInt8] = [])
        /// A head that promises a byte more than these, and the end of the connection.
        case cut([UInt8])
        /// A head without an end.
        case endlessHead
    }

    /// The request of a client.
    package struct Request: Sendable {
        package var path: String
        /// The fields, by their names in small letters.
        package var fields: [String: String]
    }

    /// The address in front of every path, without a slash at its end.
    package let address: String

    private let listener: Int32
    private let wakeUp: (read: Int32, write: Int32)
    private let answer: @Sendable (Request) -> Answer
    private let hangUps: AsyncStream<Void>
    private let hangUp: @Sendable () -> Void

    /// Starts to listen; every connection is answered on a thread of its own.
    package convenience init(answer: @escaping @Sendable (_ path: String) -> Answer) throws {
        try self.init(request: { answer($0.path) })
    }

    /// The same, for answers that depend on more than the path.
    package static func answering(_ answer: @escaping @Sendable (Request) -> Answer) throws -> LoopbackServer
    {
        try LoopbackServer(request: answer)
    }

    private init(request answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
        self.hangUps = hangUps
        hangUp = { continuation.yield() }
        listener = try Self.check(socket(AF_INET, Self.stream, 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try Self.check(bind(listener, address, length))
                try Self.check(listen(listener, 16))
                try Self.check(getsockname(listener, address, &length))
            }
        }
        self.address = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        var ends: [Int32] = [0, 0]
        try Self.check(pipe(&ends))
        wakeUp = (ends[0], ends[1])
        Thread.detachNewThread { self.acceptUntilStopped() }
    }

    /// Waits until a client has closed a connection on which the answer was not over.
    package func clientHangsUp() async {
        for await _ in hangUps { return }
    }

    /// Stops to accept connections; those that are open end when their client ends them.
    package func stop() { close(wakeUp.write) }

    private func acceptUntilStopped() {
        while true {
            var requests = [listener, wakeUp.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&requests, 2, -1)
            if requests[1].revents != 0 { break }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            Self.endWithoutSignal(connection)
            Thread.detachNewThread { self.serve(connection) }
        }
        close(listener)
        close(wakeUp.read)
    }

    private func serve(_ connection: Int32) {
        defer { close(connection) }
        var request: [UInt8] = []
        while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = receive(from: connection) else { return }
            request.append(byte)
        }
        guard let request = Request(String(decoding: request, as: UTF8.self)) else { return }
        perform(answer(request), on: connection)
    }

    private func perform(_ answer: Answer, on connection: Int32) {
        switch answer {
        case .reply(let status, var headers, let body):
            headers["Content-Length"] = "\(body.count)"
            send(head(status: status, headers: headers) + body, to: connection)
        case .silence:
            while receive(from: connection) != nil {}
            hangUp()
        case .flood:
            send(head(status: 200, headers: ["Transfer-Encoding": "chunked"]), to: connection)
            let chunk =
                Array("1000\r\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: 4096)
                + Array("\r\n".utf8)
            var pieces = 12_500
            while pieces > 0, send(chunk, to: connection) { pieces -= 1 }
            while receive(from: connection) != nil {}
            hangUp()
        case .cut(let body):
            send(head(status: 200, headers: ["Content-Length": "\(body.count + 1)"]) + body, to: connection)
        case .endlessHead:
            send(Array("HTTP/1.1 200 OK\r\n".utf8), to: connection)
            let field = "X-More: \(String(repeating: "x", count: 1_000))\r\n"
            let fields = Array(String(repeating: field, count: 100).utf8)
            var pieces = 500
            while pieces > 0, send(fields, to: connection) { pieces -= 1 }
            while receive(from: connection) != nil {}
            hangUp()
        case .promised(let length, let body):
            send(head(status: 200, headers: ["Content-Length": "\(length)"]) + body, to: connection)
            while receive(from: connection) != nil {}
            hangUp()
        }
    }

    private func head(status: Int, headers: [String: String]) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Status", "Connection: close"] + headers.map { "\($0): \($1)" }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func receive(from connection: Int32) -> UInt8? {
        var byte: UInt8 = 0
        return recv(connection, &byte, 1, 0) == 1 ? byte : nil
    }

    @discardableResult
    private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, Self.noSignal)
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    private static func check(_ result: Int32) throws -> Int32 {
        guard result >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return result
    }

    #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
    private static let stream = SOCK_STREAM
    #endif

    // A client that closes the connection must end the connection, not the tests.
    #if canImport(Darwin)
    private static let noSignal: Int32 = 0
    private static func endWithoutSignal(_ connection: Int32) {
        var isOn: Int32 = 1
        setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    #else
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static func endWithoutSignal(_ connection: Int32) {}
    #endif
}

extension LoopbackServer.Request {
    fileprivate init?(_ text: String) {
        let lines = text.split(separator: "\r\n")
        guard let words = lines.first?.split(separator: " "), words.count > 1 else { return nil }
        self.init(path: String(words[1]), fields: [:])
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
    }
}
