// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import FlyingSocks
import Foundation

/// Serves the page and answers its requests, only to this machine.
final class InspectorServer: Sendable {
    let hub: InspectorHub
    let port: UInt16
    let token: String
    private let listener: Listener
    private let task: Task<Void, Never>

    /// Starts to listen.
    ///
    /// - Throws: `InspectorError.notServed`.
    init(_ configuration: InspectorConfiguration) async throws {
        let token = configuration.token ?? Self.makeToken()
        let hub = InspectorHub(run: Self.makeToken())
        let (page, pace) = (PageFiles(directory: configuration.pageDirectory), configuration.pace)
        let listener = Listener(port: configuration.port) { port in
            InspectorRoutes(hub: hub, door: Doorkeeper(port: port, token: token), page: page, pace: pace)
        }
        let (ports, told) = AsyncThrowingStream.makeStream(of: UInt16.self)
        task = Task { await listener.run { told.yield(with: $0) } }
        do {
            guard let port = try await ports.first(where: { _ in true }) else { throw CancellationError() }
            self.port = port
        } catch {
            task.cancel()
            throw error as? InspectorError ?? .notServed("\(error)")
        }
        (self.hub, self.token, self.listener) = (hub, token, listener)
    }

    var address: String { "http://127.0.0.1:\(port)/?token=\(token)" }

    /// 128 random bits.
    private static func makeToken() -> String {
        (0..<4).map { _ in
            let digits = String(UInt32.random(in: 0...UInt32.max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }
        .joined()
    }

    /// Listens no more, and looks at no store any more.
    func stop() async {
        await hub.end()
        await listener.stop()
        task.cancel()
    }
}

/// Listens at a port, again and again: accepting a connection fails when the program has no file left, which ends all connections.
private actor Listener {
    private var port: UInt16
    private let routes: @Sendable (UInt16) -> InspectorRoutes
    private var server: HTTPServer?
    private var isStopped = false

    init(port: UInt16, routes: @escaping @Sendable (UInt16) -> InspectorRoutes) {
        (self.port, self.routes) = (port, routes)
    }

    /// Listens until it is stopped, or cannot begin.
    ///
    /// - Parameter began: Called with the port, or with the reason why the first attempt failed.
    func run(_ began: @escaping @Sendable (Result<UInt16, any Error>) -> Void) async {
        while !isStopped, !Task.isCancelled {
            do { try await listen(began) } catch {
                guard server != nil else { return began(.failure(error)) }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    private func listen(_ began: @escaping @Sendable (Result<UInt16, any Error>) -> Void) async throws {
        let server = HTTPServer(
            address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
            timeout: 120,
            logger: .disabled
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask {
                try await server.waitUntilListening(timeout: 60)
                try await self.begin(server)
                began(.success(await self.port))
            }
            defer { group.cancelAll() }
            for try await _ in group {}
        }
    }

    private func begin(_ server: HTTPServer) async throws {
        guard case .ip4(_, let port)? = await server.listeningAddress else {
            throw InspectorError.notServed("it has no address")
        }
        for route: HTTPRoute in ["*", "POST *"] { await server.appendRoute(route, to: routes(port)) }
        (self.server, self.port) = (server, port)
    }

    func stop() async {
        isStopped = true
        await server?.stop()
    }
}

/// The routes of the server.
struct InspectorRoutes: HTTPHandler {
    let hub: InspectorHub
    let door: Doorkeeper
    let page: PageFiles
    let pace: Duration

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let response = try await answer(request)
        // The rest of a body would be read as the next request, and an endless line would be kept in memory.
        return request.bodySequence.count == 0 ? response : try await LastAnswer.making(response)
    }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let file = request.path == "/" ? "index.html" : String(request.path.dropFirst())
        let isAsset = request.path != "/" && request.method == .GET && PageFiles.type(of: file) != nil
        if let refusal = door.refuse(request, needsToken: !isAsset) { return refusal }
        switch (request.method, request.path) {
        case (.GET, "/socket"):
            return try await WebSocketHTTPHandler(handler: PageSocket(hub: hub, pace: pace))
                .handleRequest(request)
        case (.POST, "/ask"): return await ask(request)
        case (.GET, "/export"): return await export(request)
        case (.POST, "/import"): return await importSession(request)
        case (.GET, _):
            guard let type = PageFiles.type(of: file), let bytes = page.bytes(of: file) else { break }
            return Doorkeeper.response(
                .ok,
                bytes,
                type: type,
                headers: ["Content-Security-Policy": door.policy]
            )
        default: break
        }
        return Doorkeeper.response(.notFound, "There is nothing here.")
    }

    private func query(_ name: String, _ request: HTTPRequest) -> String? {
        request.query.first { $0.name == name }?.value
    }

    /// One question, without a page.
    private func ask(_ request: HTTPRequest) async -> HTTPResponse {
        var reply: Reply
        do {
            var bytes: [UInt8] = []
            for try await part in request.bodySequence {
                bytes += part
                guard bytes.count <= PageSocket.longestQuestion else {
                    throw InspectorFault("A question has at most 1 MB.")
                }
            }
            let inquiry = try Inquiry(json: bytes)
            if case .hello = inquiry.question { await hub.index() }
            reply = await hub.reply(to: inquiry)
        } catch {
            reply = Reply(error: "\(error)")
        }
        return Doorkeeper.response(.ok, reply.json, type: "application/json")
    }

    private func export(_ request: HTTPRequest) async -> HTTPResponse {
        guard let slot = query("store", request).flatMap(hub.slot) else {
            return Doorkeeper.response(.notFound, "There is no such store any more.")
        }
        let (from, to) = (
            query("from", request).flatMap { Int($0) }, query("to", request).flatMap { Int($0) }
        )
        do {
            if query("form", request) == "test" {
                guard case .test(let text) = try await hub.answer(.test(from: from, to: to), about: slot.id)
                else { throw InspectorFault("There is no test.") }
                return Doorkeeper.response(.ok, text)
            }
            var range: ClosedRange<Int>?
            if from != nil || to != nil {
                range = try History<JSON, JSON>.range(from, to)
            }
            let bytes = try await SessionFile.bytes(of: slot.store.session(range, of: slot.copy))
            let name = slot.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
            return Doorkeeper.response(
                .ok,
                bytes,
                type: "application/json",
                headers: ["Content-Disposition": "attachment; filename=\"\(String(name)).json\""]
            )
        } catch {
            return Doorkeeper.response(.badRequest, "\(error)")
        }
    }

    private func importSession(_ request: HTTPRequest) async -> HTTPResponse {
        let answer = { (status: HTTPStatusCode, json: JSON) in
            Doorkeeper.response(status, Array(json.text.utf8), type: "application/json")
        }
        let tooLarge = { (size: String) in
            let text = "The file has \(size) MB; at most \(SessionFile.largest >> 20) are read."
            return answer(.init(413, phrase: "Content Too Large"), ["error": .string(text)])
        }
        do {
            // A body that is declared too large is not read at all; one that turns out to be is not read to its end.
            if let count = request.bodySequence.count, count > SessionFile.largest {
                return tooLarge("\(count >> 20)")
            }
            var bytes: [UInt8] = []
            for try await part in request.bodySequence {
                bytes += part
                guard bytes.count <= SessionFile.largest else { return tooLarge("too many") }
            }
            let id = try await hub.importSession(bytes, for: query("store", request))
            return answer(.ok, ["ok": true, "session": .string(id)])
        } catch {
            return answer(.badRequest, ["error": .string("\(error)")])
        }
    }
}

/// The body of an answer after which the connection is closed.
private struct LastAnswer: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    private struct End: Error {}

    private var bytes: Data?

    /// The same answer, as the last one of its connection.
    static func making(_ response: HTTPResponse) async throws -> HTTPResponse {
        let bytes = try await response.bodyData
        var headers = response.headers
        headers[.init("Connection")] = "close"
        return HTTPResponse(
            statusCode: response.statusCode,
            headers: headers,
            body: HTTPBodySequence(from: LastAnswer(bytes: bytes), count: bytes.count)
        )
    }

    func makeAsyncIterator() -> LastAnswer { self }

    mutating func next() async throws -> UInt8? { throw End() }

    /// All bytes, and then an error: the server closes a connection whose answer fails.
    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
        guard let bytes = bytes.take() else { throw End() }
        return bytes
    }
}
#endif
