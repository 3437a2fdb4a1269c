// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import FlyingSocks
import Foundation

@testable import TributaryInspector

/// The page's requests, over a socket of this machine.
@MainActor
final class PageClient {
    /// An answer of the server.
    struct Response {
        let status: Int
        let headers: [String: String]
        let body: String
    }

    private let socket: AsyncSocket
    private var isOpen = true
    private var lastID = 0
    private(set) var events: [JSON] = []

    /// Sends an HTTP request.
    static func ask(
        _ inspector: Inspector,
        _ method: String = "GET",
        _ target: String,
        host: String? = nil,
        headers: [String] = [],
        body: [UInt8] = [],
        at address: String = "127.0.0.1"
    ) async throws -> Response {
        let port = inspector.server.port
        let socket = try await connect(to: port, at: address)
        defer { try? socket.close() }
        var lines = [
            "\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close",
        ]
        lines += headers + ["Content-Length: \(body.count)", "", ""]
        try await socket.write(Data(lines.joined(separator: "\r\n").utf8))
        for start in stride(from: 0, to: body.count, by: 1 << 16) {
            try await socket.write(Data(body[start..<min(body.count, start + 1 << 16)]))
        }
        return try await read(from: socket)
    }

    /// Sends a request verbatim, and returns the whole answer until the server closes the connection.
    static func exchange(_ inspector: Inspector, _ lines: [String], body: [UInt8] = []) async throws -> String
    {
        let socket = try await connect(to: inspector.server.port)
        defer { try? socket.close() }
        let head = lines.map { $0.replacing("PORT", with: "\(inspector.server.port)") } + ["", ""]
        try await socket.write(Data(head.joined(separator: "\r\n").utf8 + body))
        var answer: [UInt8] = []
        while let part = try? await socket.read(atMost: 4_096), !part.isEmpty { answer += part }
        return String(decoding: answer, as: UTF8.self)
    }

    /// The pool of all clients, started once: the library's own is started twice if two clients request it
    /// first.
    private static let pool = Task<any AsyncSocketPool, any Error> {
        let pool = SocketPool.make()
        try await pool.prepare()
        Task { try await pool.run() }
        return pool
    }

    private static func connect(to port: UInt16, at address: String = "127.0.0.1") async throws -> AsyncSocket
    {
        let pool = try await pool.value
        // The package's own limit of five seconds is too short for a busy machine.
        return try await AsyncSocket.connected(
            to: sockaddr_in.inet(ip4: address, port: port),
            pool: pool,
            timeout: 600
        )
    }

    private static func read(from socket: AsyncSocket) async throws -> Response {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while !bytes.suffix(4).elementsEqual(end) { bytes.append(try await socket.read()) }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                .trimmingCharacters(in: .whitespaces)
        }
        let status = Int(lines[0].split(separator: " ")[1]) ?? 0
        let count = status == 101 ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        let body = count == 0 ? [] : try await socket.read(bytes: count)
        return Response(status: status, headers: headers, body: String(decoding: body, as: UTF8.self))
    }

    /// Opens the WebSocket.
    init(_ inspector: Inspector, greets: Bool = true) async throws {
        let port = inspector.server.port
        socket = try await Self.connect(to: port)
        let lines = [
            "GET /socket?token=\(inspector.server.token) HTTP/1.1", "Host: 127.0.0.1:\(port)",
            "Origin: http://127.0.0.1:\(port)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: \(Data(repeating: 1, count: 16).base64EncodedString())",
            "", "",
        ]
        try await socket.write(Data(lines.joined(separator: "\r\n").utf8))
        let response = try await Self.read(from: socket)
        guard response.status == 101 else { throw InspectorFault("The server answered \(response.status).") }
        if greets { _ = try await ask(["ask": "hello", "version": 2]) }
    }

    isolated deinit { close() }

    /// Closes the socket once: its number may be another's soon.
    func close() {
        if isOpen { try? socket.close() }
        isOpen = false
    }

    /// Sends a frame; by default a whole text.
    func send(_ text: String, kind: UInt8 = 0x81) async throws {
        let payload = Array(text.utf8)
        var frame = [kind]
        switch payload.count {
        case ..<126: frame.append(0x80 | UInt8(payload.count))
        case ..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            frame += [0x80 | 127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        // A mask of zeros changes nothing.
        frame += [0, 0, 0, 0] + payload
        try await socket.write(Data(frame))
    }

    /// Receives a frame: its first byte, and its payload.
    private func frame() async throws -> (kind: UInt8, payload: [UInt8]) {
        let head = try await socket.read(bytes: 2)
        let short = Int(head[1] & 0x7f)
        let longer = [126: 2, 127: 8][short] ?? 0
        let count = try await socket.read(bytes: longer).reduce(longer == 0 ? short : 0) {
            $0 << 8 | Int($1)
        }
        return (head[0], count == 0 ? [] : try await socket.read(bytes: count))
    }

    /// Receives a message; answers to pings are none.
    func receive() async throws -> JSON {
        while true {
            let frame = try await frame()
            if frame.kind == 0x81 { return Self.flat(try JSON(parsing: frame.payload)) }
            guard frame.kind == 0x8a else { throw InspectorFault("The server closed the socket.") }
        }
    }

    /// Receives the end, and gives its reason.
    func farewell() async throws -> String {
        while true {
            let frame = try await frame()
            if frame.kind == 0x88 { return String(decoding: frame.payload.dropFirst(2), as: UTF8.self) }
        }
    }

    /// Sends a request, and returns the answer; events that arrive before it are kept.
    @discardableResult
    func ask(_ request: JSON) async throws -> JSON {
        let message = try await reply(to: request)
        guard let answer = message["answer"] else { throw InspectorFault(message["error"]?.string ?? "") }
        return answer
    }

    /// Sends a request, and returns the reason if it was refused.
    func refusal(of request: JSON) async throws -> String? { try await reply(to: request)["error"]?.string }

    /// Sends a request, and returns the whole answer, or the reason if it was refused.
    func anything(_ request: JSON) async throws -> JSON { try await reply(to: request) }

    /// A request as the page sends it; here its name is next to its parameters.
    static func frame(_ request: JSON) -> String {
        guard case .object(let fields) = request, let name = request["ask"]?.string else {
            return request.text
        }
        let parameters = fields.list.filter { !["id", "store", "ask"].contains($0.name) }
        var frame: JSON = ["question": [:]]
        frame["question"] = .object(.init(list: [.init(name: name, value: .object(.init(list: parameters)))]))
        for name in ["id", "store"] { frame[name] = request[name] }
        return frame.text
    }

    /// A message of the server, with the parts of an answer on one level.
    private static func flat(_ message: JSON) -> JSON {
        if case .object(let answer)? = message["answer"] {
            return message.with("answer", answer.list.first?.value ?? .null)
        }
        guard case .object(let event)? = message["event"], let first = event.list.first else {
            return message
        }
        let fields = first.value["stores"] ?? .null
        return ["event": .string(first.name), "stores": fields]
    }

    private func reply(to request: JSON) async throws -> JSON {
        lastID += 1
        try await send(Self.frame(request.with("id", .integer(lastID))))
        while true {
            let message = try await receive()
            if message["id"]?.integer == lastID { return message }
            events.append(message)
        }
    }

    /// The next event; answers it.
    func event() async throws -> JSON {
        let event = try await nextEvent()
        try await send(Self.frame(["ask": "seen"]))
        return event
    }

    /// The next event that meets a condition; those before it are answered, too.
    func event(where isMeant: (JSON) -> Bool) async throws -> JSON {
        while true {
            let event = try await event()
            if isMeant(event) { return event }
        }
    }

    /// The next event, which is not answered.
    func nextEvent() async throws -> JSON { events.isEmpty ? try await receive() : events.removeFirst() }
}

extension InspectorConfiguration {
    /// Without pauses, with a clock that ticks by itself, and silent.
    static var testing: InspectorConfiguration {
        var configuration = InspectorConfiguration(print: { _ in })
        configuration.pace = .zero
        configuration.now = { 1_000 }
        return configuration
    }
}
#endif
