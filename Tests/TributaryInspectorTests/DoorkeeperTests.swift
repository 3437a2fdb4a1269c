// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Inspector
import FlyingFox
import FlyingSocks
import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

@testable import TributaryInspector

@Suite("Who may look through an inspector", .timeLimit(.minutes(30)))
@MainActor
struct DoorkeeperTests {
    private let store = Store(initialState: Garden.State()) { Garden() }

    private func serve() async throws -> Inspector {
        try await Inspector.serve(store, name: "Garden", configuration: .testing)
    }

    private func paths(_ inspector: Inspector) -> [String] {
        ["/", "/socket", "/export?store=s1&form=redux", "/import"]
    }

    @Test func `the address can be reached from this machine alone`() async throws {
        let inspector = try await serve()
        #expect(inspector.address.hasPrefix("http://127.0.0.1:\(inspector.server.port)/?token="))
        #expect(inspector.server.token.count == 32)
        #expect(try await serveAnother().server.token != inspector.server.token)
        let response = try await PageClient.ask(inspector, "GET", "/?token=\(inspector.server.token)")
        #expect(response.status == 200)
        #expect(response.headers["content-type"] == "text/html; charset=utf-8")
    }

    @Test func `another address of this machine leads nowhere`() async throws {
        let inspector = try await serve()
        // One of Linux; elsewhere there is none, and that leads nowhere, too.
        await #expect(throws: (any Error).self) {
            try await PageClient.ask(inspector, "GET", "/main.js", at: "127.0.0.2")
        }
        #expect(try await PageClient.ask(inspector, "GET", "/main.js").status == 200)
    }

    @Test func `a file that is too large is refused before it is read`() async throws {
        let inspector = try await serve()
        let answer = try await PageClient.exchange(
            inspector,
            [
                "POST /import?token=\(inspector.server.token) HTTP/1.1", "Host: 127.0.0.1:PORT",
                "Content-Length: \(SessionFile.largest + 1)",
            ]
        )
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        #expect(answer.hasSuffix(#"{"error":"The file has 64 MB; at most 64 are read."}"#))
    }

    @Test func `a file that turns out to be too large is not read to its end`() async throws {
        let read = Heard<Int>()
        let routes = InspectorRoutes(
            hub: InspectorHub(run: ""),
            door: Doorkeeper(port: 1, token: "t"),
            page: PageFiles(directory: nil),
            pace: .zero
        )
        let request = HTTPRequest(
            method: .POST,
            version: .http11,
            path: "/import",
            query: [.init(name: "token", value: "t")],
            headers: [.host: "127.0.0.1:1"],
            body: HTTPBodySequence(from: EndlessBody(read: read))
        )
        let response = try await routes.handleRequest(request)
        #expect(response.statusCode.code == 413)
        #expect(read.all.reduce(0, +) <= SessionFile.largest + EndlessBody.part)
    }

    private func serveAnother() async throws -> Inspector {
        try await Inspector.serve(
            Store(initialState: 0) { EmptyReducer<Int, Int>() },
            name: "Other",
            configuration: .testing
        )
    }

    @Test(arguments: [
        "", "?token=", "?token=wrong", "?token=TOKEN0", "?token=wrong&token=TOKEN",
        "?token=TOKEN&token=wrong", "?Token=TOKEN",
    ])
    func `a wrong token is refused everywhere`(query: String) async throws {
        let inspector = try await serve()
        let query = query.replacing("TOKEN", with: inspector.server.token)
        for path in paths(inspector) {
            let target = path.contains("?") ? path + "&" + query.dropFirst() : path + query
            let method = path == "/import" ? "POST" : "GET"
            let response = try await PageClient.ask(inspector, method, target)
            #expect(response.status == 403, "\(target)")
            #expect(!response.body.contains(inspector.server.token))
        }
    }

    @Test(arguments: [
        "evil.example", "127.0.0.1", "127.0.0.1.evil.example:PORT", "localhost:1", "[::1]:PORT", "",
    ])
    func `a name that leads here and is another's is refused`(host: String) async throws {
        let inspector = try await serve()
        let host = host.replacing("PORT", with: "\(inspector.server.port)")
        for path in paths(inspector) + ["/main.js"] {
            let target = path + (path.contains("?") ? "&" : "?") + "token=\(inspector.server.token)"
            let response = try await PageClient.ask(inspector, "GET", target, host: host)
            #expect(response.status == 421, "\(target)")
        }
    }

    @Test(arguments: [
        "http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1", "http://127.0.0.1",
    ])
    func `a page of another site is refused`(origin: String) async throws {
        let inspector = try await serve()
        let origin = origin.replacing("PORT", with: "\(inspector.server.port)")
        for path in paths(inspector) {
            let target = path + (path.contains("?") ? "&" : "?") + "token=\(inspector.server.token)"
            let response = try await PageClient.ask(inspector, "GET", target, headers: ["Origin: \(origin)"])
            #expect(response.status == 403, "\(target)")
        }
    }

    /// The head of a request that opens a WebSocket.
    private func socket(_ target: String, host: String = "127.0.0.1:PORT", _ more: [String] = []) -> [String]
    {
        [
            "GET \(target) HTTP/1.1", "Host: \(host)", "Connection: Upgrade", "Upgrade: websocket",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AQEBAQEBAQEBAQEBAQEBAQ==", "Content-Length: 1",
        ] + more
    }

    @Test func `a socket requires the token, and refuses pages of other sites`()
        async throws
    {
        let inspector = try await serve()
        let good = "/socket?token=\(inspector.server.token)"
        let foreign = [
            (socket("/socket"), 403), (socket("/socket?token=0"), 403), (socket("/socket?token="), 403),
            (socket(good, ["Origin: http://evil.example"]), 403), (socket(good, ["Origin: null"]), 403),
            (socket(good, host: "evil.example:PORT"), 421),
        ]
        for (lines, status) in foreign {
            let answer = try await PageClient.exchange(inspector, lines, body: [0])
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(lines)")
        }
        #expect(inspector.server.hub.pageCount == 0)
        // The same with everything right is one.
        let page = try await PageClient(inspector)
        #expect(inspector.server.hub.pageCount == 1)
        page.close()
    }

    @Test(arguments: ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "GETTER"])
    func `nothing is done by other methods`(method: String) async throws {
        let inspector = try await serve()
        for path in paths(inspector) + ["/main.js"] {
            let target = path + (path.contains("?") ? "&" : "?") + "token=\(inspector.server.token)"
            let response = try await PageClient.ask(inspector, method, target)
            #expect(response.status == 404, "\(method) \(target)")
            // The answer to a preflight request of another site permits nothing.
            #expect(response.headers.keys.allSatisfy { !$0.hasPrefix("access-control") })
        }
    }

    @Test func `reads cannot write, and writes cannot read`() async throws {
        let inspector = try await serve()
        let token = inspector.server.token
        #expect(try await PageClient.ask(inspector, "GET", "/import?token=\(token)").status == 404)
        for path in ["/", "/main.js", "/export?store=s1&form=redux", "/socket"] {
            let target = path + (path.contains("?") ? "&" : "?") + "token=\(token)"
            #expect(try await PageClient.ask(inspector, "POST", target).status == 404, "\(target)")
        }
    }

    @Test func `a body contains no second request`() async throws {
        let inspector = try await serve()
        let hidden = """
            GET /?token=\(inspector.server.token) HTTP/1.1\r\nHost: 127.0.0.1:\(inspector.server.port)\r\n\r\n
            """
        for target in ["/import", "/import?token=\(inspector.server.token)", "/"] {
            // The declared length is so large that the server does not read it to its end.
            let answer = try await PageClient.exchange(
                inspector,
                ["POST \(target) HTTP/1.1", "Host: 127.0.0.1:PORT", "Content-Length: 900000000"],
                body: Array(hidden.utf8)
            )
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(answer)")
            #expect(!answer.contains("<!doctype html>"))
        }
    }

    @Test func `its own page is admitted, by both names of this machine`() async throws {
        let inspector = try await serve()
        for name in ["127.0.0.1", "localhost"] {
            let host = "\(name):\(inspector.server.port)"
            let response = try await PageClient.ask(
                inspector,
                "GET",
                "/?token=\(inspector.server.token)",
                host: host,
                headers: ["Origin: http://\(host)"]
            )
            #expect(response.status == 200)
        }
    }

    @Test func `the page may do nothing but talk to its server`() async throws {
        let inspector = try await serve()
        let response = try await PageClient.ask(inspector, "GET", "/?token=\(inspector.server.token)")
        let policy = try #require(response.headers["content-security-policy"])
        let port = inspector.server.port
        #expect(
            policy.components(separatedBy: "; ") == [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
                "connect-src 'self' ws://127.0.0.1:\(port) ws://localhost:\(port)", "base-uri 'none'",
                "form-action 'none'", "frame-ancestors 'none'",
            ]
        )
        #expect(response.headers["referrer-policy"] == "no-referrer")
        #expect(response.headers["x-content-type-options"] == "nosniff")
        #expect(response.headers["cache-control"] == "no-store")
        #expect(response.headers["cross-origin-resource-policy"] == "same-origin")
    }

    @Test func `only the files of the page are given out`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "page-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("1".utf8).write(to: folder.appendingPathComponent("one.js"))
        try Data("2".utf8).write(to: folder.appendingPathComponent("secret.txt"))
        let files = PageFiles(directory: folder.path)
        #expect(files.bytes(of: "one.js") == Array("1".utf8))
        for name in ["secret.txt", "../one.js", "..", ".js", "a/one.js", "%2e%2e/one.js", "one.js\0"] {
            #expect(PageFiles.type(of: name) == nil, "\(name)")
        }
        let inspector = try await serve()
        for target in ["/../Package.swift", "/%2e%2e/x.js", "/nothing.js", "//etc/passwd.js"] {
            let query = "?token=\(inspector.server.token)"
            #expect(try await PageClient.ask(inspector, "GET", target + query).status != 200, "\(target)")
        }
    }

    @Test func `every file of the page is in the program`() {
        #expect(EmbeddedPage.files["index.html"]?.contains("<!doctype html>") == true)
        for name in EmbeddedPage.files.keys { #expect(PageFiles.type(of: name) != nil) }
    }

    @Test func `tokens are compared in constant time`() {
        #expect(Doorkeeper.areEqual("abc", "abc"))
        #expect(!Doorkeeper.areEqual("abc", "abd"))
        #expect(!Doorkeeper.areEqual("abc", "ab"))
        #expect(!Doorkeeper.areEqual("", "a"))
    }
}

/// A body without a declared length.
private struct EndlessBody: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    static let part = 8 << 20

    let read: Heard<Int>

    func makeAsyncIterator() -> EndlessBody { self }

    mutating func next() async throws -> UInt8? { 0 }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
        read.append(Self.part)
        // As long as a test that fails lasts.
        return read.all.count > 20 ? nil : Data(count: Self.part)
    }
}
#endif
