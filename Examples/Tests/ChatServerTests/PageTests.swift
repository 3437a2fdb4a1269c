// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatServer
import Testing

@Suite("The page that the server has", .timeLimit(.minutes(30)))
struct PageTests {
    private func head(_ request: String, _ run: ServerRun) async throws -> String {
        try await RawClient.connect(run.port) { reader, client in
            try await client.send(request)
            return try await reader.head()
        }
    }

    private func get(_ path: String, method: String = "GET", host: String? = "localhost") -> String {
        "\(method) \(path) HTTP/1.1\r\n\(host.map { "Host: \($0)\r\n" } ?? "")\r\n"
    }

    @Test("All files are served, and may load nothing from elsewhere")
    func files() async throws {
        try await ServerRun.with { run in
            for (path, type) in [
                ("/", "text/html"), ("/main.js", "text/javascript"), ("/style.css", "text/css"),
            ] {
                let head = try await head(get(path), run)
                #expect(head.hasPrefix("HTTP/1.1 200"))
                #expect(head.contains("Content-Type: \(type); charset=utf-8"))
                #expect(head.contains("Content-Security-Policy: default-src 'none'"))
                #expect(head.contains("frame-ancestors 'none'"))
                #expect(!head.contains("unsafe"))
            }
            let answers = [
                get("/main.js", method: "HEAD"): "200", get("/", method: "POST"): "405",
                get("/Package.swift"): "404", get("/../main.js"): "404", get("/%2e%2e/main.js"): "404",
                get("/chat"): "426",
            ]
            for (request, status) in answers {
                let answer = try await head(request, run)
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(request)")
            }
        }
    }

    @Test("A name that was made to lead here gets no page; an address in digits and this machine’s name do")
    func hosts() async throws {
        try await ServerRun.with {
            $0.origins = ["https://chat.example.org"]
        } _: { run in
            for host in [
                "localhost", "localhost:80", "127.0.0.1:1", "192.0.2.7:8765", "[::1]:80", "chat.example.org",
            ] {
                let answer = try await head(get("/", host: host), run)
                #expect(answer.hasPrefix("HTTP/1.1 200"), "\(host)")
            }
            let strangers = [
                "example.org", "localhost.example.org", "127.0.0.1.example.org", "127.0.0.1:x", "[::1",
                "example.org:80",
                "org", "",
            ]
            for host in strangers {
                let answer = try await head(get("/", host: host), run)
                #expect(answer.hasPrefix("HTTP/1.1 421"), "\(host)")
            }
            let answer = try await head(get("/", host: nil), run)
            #expect(answer.hasPrefix("HTTP/1.1 421"))
            let twice = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"
            let other = try await head(twice, run)
            #expect(other.hasPrefix("HTTP/1.1 421"))
        }
    }

    @Test("A socket is for programs and for the page’s own origin")
    func origins() async throws {
        try await ServerRun.with {
            $0.origins = ["https://chat.example.org"]
        } _: { run in
            let expected: [(host: String, origins: [String], status: String)] = [
                ("anything.example.org", [], "101"),
                ("localhost:1", ["http://localhost:1"], "101"),
                ("chat.example.org", ["https://chat.example.org"], "101"),
                ("localhost:1", ["http://localhost:2"], "426"),
                ("localhost:1", ["https://localhost:1"], "426"),
                ("evil.org", ["http://evil.org"], "426"),
                ("localhost", ["null"], "426"),
                ("localhost", ["http://localhost", "http://localhost"], "426"),
                ("evil.org", ["https://chat.example.org"], "426"),
            ]
            for (host, origins, expected) in expected {
                let lines = origins.map { "Origin: \($0)\r\n" }.joined()
                let request = RawClient.request(more: lines).replacing(
                    "Host: localhost",
                    with: "Host: \(host)"
                )
                let answer = try await head(request, run)
                #expect(answer.hasPrefix("HTTP/1.1 \(expected)"), "\(host), \(origins)")
            }
        }
    }
}
