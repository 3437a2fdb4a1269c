// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Feeds
import Foundation
import NewsroomTestSupport
import Testing
import TributaryTesting

@Suite("A server cannot", .timeLimit(.minutes(30)))
struct HostileServerTests {
    @Test("pass off half a feed as a whole one")
    func cut() async throws {
        let server = try LoopbackServer { _ in .cut(Array(smallFeed.utf8)) }
        defer { server.stop() }
        let error = await failure(FeedLoader.patient(server.address))
        #expect(error?.code == .unreachable)
    }

    @Test("keep us by sending a little and then nothing")
    func slow() async throws {
        let (requests, request) = AsyncStream.makeStream(of: String.self)
        let server = try LoopbackServer { path in
            request.yield(path)
            return .promised(1_000, Array("<rss>".utf8))
        }
        defer { server.stop() }
        let clock = TestClock()
        async let answer = failure(FeedLoader(address: server.address, clock: clock))
        for await _ in requests { break }
        await clock.sleepers(1)
        await clock.advance(by: .seconds(15))
        #expect(await answer?.code == .timedOut)
        await server.clientHangsUp()
    }

    @Test("fill the memory with a head that does not end")
    func endlessHead() async throws {
        let server = try LoopbackServer { _ in .endlessHead }
        defer { server.stop() }
        let error = await failure(FeedLoader.patient(server.address))
        #expect(error?.code == .unreachable)
        await server.clientHangsUp()
    }

    @Test("fill the memory with little that becomes much")
    func bomb() async throws {
        let body = Deflated.spaces(50_000_000)
        #expect(body.count < 400_000)
        let server = try LoopbackServer { _ in .reply(headers: ["Content-Encoding": "gzip"], body: body) }
        defer { server.stop() }
        let error = await failure(FeedLoader.patient(server.address))
        #expect(error?.code == .tooLarge)
    }

    @Test("but may compress its responses")
    func compressed() async throws {
        let body = try #require(
            Data(
                base64Encoded:
                    "H4sIAAAAAAACA7MpKi62s0nOSMzLS82xsynJLMlJtQvOTczJsdGHcGwyS1JzYTIVcFF9iLA+XKs+yCQAw2nUM08AAAA="
            )
        )
        let server = try LoopbackServer.answering { request in
            let isWelcome = request.fields["accept-encoding"]?.contains("gzip") == true
            return isWelcome
                ? .reply(headers: ["Content-Encoding": "gzip"], body: Array(body)) : .reply(status: 406)
        }
        defer { server.stop() }
        #expect(try await FeedLoader.patient(server.address).load().title == "Small")
    }
}

/// The beginning of a compressed text.
private enum Deflated {
    /// This many spaces, or a few less: one that is repeated 258 times again and again, each time in thirteen
    /// bits.
    static func spaces(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        var bits: UInt64 = 0
        var bitCount: UInt64 = 0
        func add(_ code: UInt64, _ length: UInt64) {
            // Codes are written from their highest bit on.
            for bit in (0..<length).reversed() {
                bits |= (code >> bit & 1) << bitCount
                bitCount += 1
            }
            while bitCount >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, bitCount) = (bits >> 8, bitCount - 8)
            }
        }
        // Not the last block, whose codes are the fixed ones; then the space.
        for (code, length) in [(0, 1), (1, 1), (0, 1), (0x30 + 0x20, 8)] as [(UInt64, UInt64)] {
            add(code, length)
        }
        for _ in 0..<(count / 258) {
            add(0b1100_0101, 8)
            add(0, 5)
        }
        return bytes
    }
}
