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
    private let server: HTTPServer
    private let task: Task<Void, Never>

    /// Starts to listen.
    ///
    /// - Throws: `InspectorError.notServed`.
    init(_ configuration: InspectorConfiguration) async throws {
        let token = configuration.token ?? Self.makeToken()
        hub = InspectorHub(run: Self.makeToken())
        self.token = token
        let server: HTTPServer
        let task: Task<Void, Never>
        do {
            server = HTTPServer(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: configuration.port),
                timeout: 120,
                logger: .disabled
            )
            let (failures, failed) = AsyncStream.makeStream(of: String.self)
            task = Task { [server] in
                do { try await server.run() } catch { failed.yield("\(error)") }
            }
            try await withThrowingTaskGroup(of: String?.self) { group in
                group.addTask { [server] in
                    try await server.waitUntilListening(timeout: 60)
                    return nil
                }
                group.addTask { await failures.first { _ in true } }
                defer { group.cancelAll() }
                if let reason = try await group.next() ?? nil { throw InspectorError.notServed(reason) }
            }
            guard let address = await server.listeningAddress, case .ip4(_, let port) = address else {
                throw InspectorError.notServed("it has no address")
            }
            self.port = port
        } catch {
            throw error as? InspectorError ?? .notServed("\(error)")
        }
        self.server = server
        self.task = task
        let routes = InspectorRoutes(
            hub: hub,
            door: Doorkeeper(port: port, token: token),
            page: PageFiles(directory: configuration.pageDirectory),
            pace: configuration.pace
        )
        await server.appendRoute("*", to: routes)
        await server.appendRoute("POST *", to: routes)
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
        await server.stop()
        task.cancel()
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
