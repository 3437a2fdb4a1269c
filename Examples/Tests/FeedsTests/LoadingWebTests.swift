// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import NewsroomTestSupport
import Testing
import TributaryTesting

@Suite("A feed is loaded from the web", .timeLimit(.minutes(30)))
struct LoadingWebTests {
    @Test("as the server sends it")
    func loads() async throws {
        let server = try LoopbackServer { _ in .reply(body: Array(smallFeed.utf8)) }
        defer { server.stop() }
        #expect(try await FeedLoader.patient(server.address + "/feed").load().title == "Small")
    }

    @Test("in the encoding that the server names")
    func charset() async throws {
        let latin = try #require(
            "<rss><channel><item><title>Café</title></item></channel></rss>".data(using: .isoLatin1)
        )
        let headers = ["Content-Type": "application/rss+xml; charset=\"ISO-8859-1\""]
        let server = try LoopbackServer { path in
            .reply(headers: path == "/named" ? headers : [:], body: Array(latin))
        }
        defer { server.stop() }
        #expect(try await FeedLoader.patient(server.address + "/named").load().articles[0].title == "Café")
        #expect(await failure(FeedLoader.patient(server.address))?.code == .wrongEncoding)
    }

    @Test("unless the server answers with an error", arguments: [404, 500, 304, 418])
    func status(status: Int) async throws {
        let server = try LoopbackServer { _ in .reply(status: status, body: Array(smallFeed.utf8)) }
        defer { server.stop() }
        let error = await failure(FeedLoader.patient(server.address))
        #expect(error?.code == .status)
        #expect(error?.message.contains("\(status)") == true)
    }

    @Test("unless the answer is empty")
    func empty() async throws {
        let server = try LoopbackServer { _ in .reply() }
        defer { server.stop() }
        #expect(await failure(FeedLoader.patient(server.address))?.code == .empty)
    }

    @Test("unless the server never answers")
    func silence() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { path in
            request.yield(path)
            return .silence
        }
        defer { server.stop() }
        let clock = TestClock()
        let loader = FeedLoader(address: server.address, timeout: .milliseconds(100), clock: clock)
        async let answer = failure(loader)
        for await _ in requests { break }
        await clock.sleepers(1)
        await clock.advance(by: .milliseconds(100))
        let error = await answer
        #expect(error?.code == .timedOut)
        #expect(error?.message == "“\(server.address)” did not answer in time: the limit is 0.1 seconds.")
        await server.clientHangsUp()
    }

    @Test("unless 50 MB arrive without a declared length: then the connection is closed")
    func flood() async throws {
        let server = try LoopbackServer { _ in .flood }
        defer { server.stop() }
        #expect(await failure(FeedLoader.patient(server.address))?.code == .tooLarge)
        await server.clientHangsUp()
    }

    @Test("unless the server announces more than the limit: then nothing is waited for")
    func announced() async throws {
        let server = try LoopbackServer { _ in .promised(50_000_000) }
        defer { server.stop() }
        #expect(await failure(FeedLoader.patient(server.address))?.code == .tooLarge)
        await server.clientHangsUp()
    }

    @Test("through redirects, up to a limit")
    func redirects() async throws {
        let server = try LoopbackServer { path in
            switch path {
            case "/": .reply(status: 302, headers: ["Location": "/second"])
            case "/second": .reply(status: 301, headers: ["Location": "/feed"])
            case "/circle": .reply(status: 302, headers: ["Location": "/circle"])
            default: .reply(body: Array(smallFeed.utf8))
            }
        }
        defer { server.stop() }
        #expect(try await FeedLoader.patient(server.address + "/").load().title == "Small")
        #expect(await failure(FeedLoader.patient(server.address + "/circle"))?.code == .tooManyRedirects)
    }

    @Test("unless there is no server")
    func nobody() async throws {
        let error = await failure(FeedLoader.patient("http://127.0.0.1:1"))
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("127.0.0.1") == true)
    }

    @Test("until the task is cancelled")
    func cancelled() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { path in
            request.yield(path)
            return .silence
        }
        defer { server.stop() }
        let task = Task { try await FeedLoader.patient(server.address).load() }
        for await _ in requests { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await server.clientHangsUp()
    }
}
