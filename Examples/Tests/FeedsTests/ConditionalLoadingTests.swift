// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import NewsroomTestSupport
import Testing

@Suite("A feed is loaded again", .timeLimit(.minutes(30)))
struct ConditionalLoadingTests {
    @Test("only if it has changed", arguments: ["ETag", "Last-Modified"])
    func conditional(field: String) async throws {
        let server = try LoopbackServer.answering { request in
            let asked = request.fields[field == "ETag" ? "if-none-match" : "if-modified-since"]
            return asked == "\"1\"" && request.path == "/same"
                ? .reply(status: 304, headers: [field: "\"1\""])
                : .reply(headers: [field: "\"1\""], body: Array(smallFeed.utf8))
        }
        defer { server.stop() }
        let loader = FeedLoader.patient(server.address + "/same")
        let first = try await loader.load(after: nil)
        guard case .feed(let feed, let validators?) = first else {
            Issue.record("\(first) has no validators.")
            return
        }
        #expect(feed.title == "Small")
        #expect(try await loader.load(after: validators) == .unchanged)
        // A server that does not care sends it again.
        let other = FeedLoader.patient(server.address + "/other")
        #expect(try await other.load(after: validators) == first)
    }

    @Test("after a redirect, too")
    func redirected() async throws {
        let server = try LoopbackServer.answering { request in
            if request.path == "/old" { return .reply(status: 301, headers: ["Location": "/new"]) }
            return request.fields["if-none-match"] == "\"1\""
                ? .reply(status: 304) : .reply(headers: ["ETag": "\"1\""], body: Array(smallFeed.utf8))
        }
        defer { server.stop() }
        let validators = FeedValidators(entityTag: "\"1\"", lastModified: nil)
        #expect(try await FeedLoader.patient(server.address + "/old").load(after: validators) == .unchanged)
    }

    @Test("as a whole if the server sends no validators")
    func files() async throws {
        let validators = FeedValidators(entityTag: "\"1\"", lastModified: nil)
        let server = try LoopbackServer { _ in .reply(body: Array(smallFeed.utf8)) }
        defer { server.stop() }
        let loader = FeedLoader.patient(server.address)
        let feed = try await loader.load()
        #expect(try await loader.load(after: validators) == FeedAnswer.feed(feed, nil))
    }
}
