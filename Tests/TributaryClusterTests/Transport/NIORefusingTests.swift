// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import TributaryCluster

@Suite("A node and what it does not trust", .timeLimit(.minutes(30)))
struct NIORefusingTests {
    private let wire = Wire()

    @Test func `refuses to ask a node that does not read`() throws {
        wire.pair()
        let first = wire.ask("a", "b")
        try wire.run()
        #expect(first.text == "cba")
        wire.links[0].dialer.isWritable = false
        #expect(wire.ask("a", "b").refusal == "b: it does not read what it is asked")
        wire.links[0].dialer.isWritable = true
        let next = wire.ask("a", "b")
        try wire.run()
        #expect(next.text == "cba")
    }

    @Test func `ends a connection on which too many bytes of answers wait`() throws {
        var limits = NIOTransport.Limits()
        limits.waitingBytes = 1_000
        wire.pair(limits, answersAtOnce: false)
        _ = (0..<2).map { wire.ask("a", "b", "\($0)") }
        try wire.run()
        wire.links[0].listener.isWritable = false
        wire.asked[0].answer([UInt8](repeating: 0, count: 900))
        #expect(wire.links[0].listener.isActive)
        wire.asked[1].answer([UInt8](repeating: 0, count: 900))
        #expect(!wire.links[0].listener.isActive)
    }

    @Test func `is not asked by itself`() {
        wire.pair()
        #expect(wire.ask("a", "a").refusal == "a: it is this node itself")
    }

    @Test func `lets only so many bytes wait for a call`() {
        var limits = NIOTransport.Limits()
        limits.waitingBytes = 5
        wire.pair(limits)
        #expect(wire.ask("a", "b", "abc").answer == nil)
        #expect(wire.ask("a", "b", "def").refusal == "b: 3 bytes wait for a connection")
    }

    @Test func `has nothing to do with who does not know the secret, and says so now and then`() throws {
        wire.add("a", secret: "the secret of the one")
        wire.add("b")
        let asking = wire.ask("a", "b")
        try wire.run()
        #expect(asking.refusal == "b: there was no agreement: the connection was closed by the other node")
        #expect(
            wire.reports.withLock { $0.first?.contains("it does not know the secret. That is number 1.") }
                == true
        )
        for _ in 0..<8 {
            try wire.pass(.seconds(5))
            _ = wire.ask("a", "b")
            try wire.run()
        }
        #expect(wire.calls["b"] == 9)
        #expect(wire.reports.withLock(\.count) == 4)
    }

    @Test func `ends the connection when a frame was changed, comes twice, or is missing`() throws {
        let changes: [(ByteBuffer) -> [ByteBuffer]] = [
            { buffer in
                var changed = buffer
                let last = changed.writerIndex - 1
                changed.setInteger((changed.getInteger(at: last, as: UInt8.self) ?? 0) ^ 1, at: last)
                return [changed]
            }, { [$0, $0] },
        ]
        for change in changes {
            let wire = Wire()
            wire.add("a")
            wire.add("b")
            let first = wire.ask("a", "b")
            try wire.run()
            #expect(first.text == "cba")
            wire.change = { change($0).reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) } }
            let asking = wire.ask("a", "b")
            try wire.run()
            #expect(wire.open == 0)
            #expect(wire.reports.withLock { $0.first?.contains("was changed on the way") } == true)
            #expect(asking.answer != nil)
        }
    }

    @Test func `ends the connection when a frame is larger than may be, before it has come`() throws {
        wire.pair()
        _ = wire.ask("a", "b")
        try wire.run()
        try wire.links[0].listener.writeInbound(ByteBuffer(integer: UInt32(5 << 20)))
        #expect(!wire.links[0].listener.isActive)
        #expect(wire.reports.withLock { $0.first?.contains("has 5242880 bytes") } == true)
    }

    @Test func `ends a connection of another protocol with its first bytes`() throws {
        wire.pair()
        _ = wire.ask("a", "b")
        wire.change = { _ in ByteBuffer(string: "GET / HTTP/1.1\r\nHost: b\r\n\r\n") }
        try wire.run()
        #expect(!wire.links[0].listener.isActive)
        #expect(wire.reports.withLock { $0.first?.contains("it does not speak this protocol") } == true)
    }

    @Test func `ends a connection whose first message is longer than any of a handshake`() throws {
        wire.pair()
        _ = wire.ask("a", "b")
        wire.change = { _ in ByteBuffer(integer: UInt32(2_000)) }
        try wire.run()
        #expect(!wire.links[0].listener.isActive)
        #expect(wire.reports.withLock { $0.first?.contains("has 2000 bytes, and 1024 are allowed") } == true)
    }

    @Test func `believes only the node that it has asked`() throws {
        for address in ["a", "b", "c"] { wire.add(address, answersAtOnce: false) }
        let askings = ["b", "c"].map { wire.ask("a", $0) }
        try wire.run()
        let other = try wire.links[1].listener.pipeline.syncOperations.handler(type: NIOConnection.self)
        other.send(NIOFrame(kind: .answer, number: askings[0].number, body: [1]))
        try wire.run()
        #expect(askings[0].answer == nil)
    }

    @Test func `does not listen to a node that does not read`() throws {
        wire.pair()
        _ = wire.ask("a", "b")
        try wire.run()
        let channel = wire.links[0].listener
        let reads = [false, true].map { isWritable in
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
            return channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool
        }
        #expect(reads == [false, true])
    }

    @Test func `takes messages in pieces of any size`() throws {
        wire.pair()
        let first = wire.ask("a", "b")
        try wire.run()
        #expect(first.text == "cba")
        let asking = wire.ask("a", "b", "in pieces")
        wire.loop.run()
        var whole = ByteBuffer()
        while let bytes = try wire.links[0].dialer.readOutbound(as: ByteBuffer.self) {
            whole.writeImmutableBuffer(bytes)
        }
        while let piece = whole.readSlice(length: 1) { try wire.links[0].listener.writeInbound(piece) }
        try wire.run()
        #expect(asking.text == "seceip ni")
    }

    @Test func `stops when everything on its way is answered, in both directions`() throws {
        wire.pair(answersAtOnce: false)
        let askings = [wire.ask("a", "b", "1"), wire.ask("b", "a", "2")]
        try wire.run()
        let stop = wire.stop("b")
        try wire.run()
        #expect(!stop.isDone)
        #expect(wire.ask("b", "a").refusal == "a: this node takes no part")
        for asked in wire.asked { asked.answer(asked.question) }
        try wire.run()
        #expect(askings.map(\.text) == ["1", "2"])
        #expect(stop.isDone)
        #expect(wire.open == 0)
    }

    @Test func `stops without what is not answered in time`() throws {
        wire.pair(answersAtOnce: false)
        let asking = wire.ask("a", "b")
        try wire.run()
        let stop = wire.stop("b")
        for _ in 0..<9 { try wire.pass(.seconds(1)) }
        #expect(!stop.isDone)
        try wire.pass(.seconds(1))
        #expect(stop.isDone)
        #expect(asking.doubt == "b: the connection was closed by the other node")
    }
}
#endif
