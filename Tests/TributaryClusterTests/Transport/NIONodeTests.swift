// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Cluster
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import TributaryCluster

@Suite("A node and its connections", .timeLimit(.minutes(30)))
struct NIONodeTests {
    private let wire = Wire()

    @Test func `asks over one connection, in both directions, whoever has called`() throws {
        wire.pair()
        let first = wire.ask("a", "b", "abc")
        try wire.run()
        let back = wire.ask("b", "a", "def")
        try wire.run()
        #expect(first.text == "cba")
        #expect(back.text == "fed")
        #expect(wire.links.count == 1)
    }

    @Test func `keeps the same one of two connections when both call at once, and loses no question`() throws
    {
        wire.pair()
        let askings = [wire.ask("a", "b"), wire.ask("b", "a")]
        try wire.run()
        #expect(askings.map(\.text) == ["cba", "cba"])
        #expect(wire.links.count == 2)
        #expect(wire.open == 1)
        let later = [wire.ask("a", "b"), wire.ask("b", "a")]
        try wire.run()
        #expect(later.map(\.text) == ["cba", "cba"])
        #expect(wire.links.count == 2)
    }

    @Test func `gives answers to their questions, in whatever order they come`() throws {
        wire.pair(answersAtOnce: false)
        let askings = (0..<9).map { wire.ask("a", "b", "\($0)") }
        try wire.run()
        for asked in wire.asked.reversed() { asked.answer(asked.question + asked.question) }
        try wire.run()
        #expect(askings.map(\.text) == (0..<9).map { "\($0)\($0)" })
    }

    @Test func `refuses at once what is more than may wait, and goes on when there is room`() throws {
        var limits = NIOTransport.Limits()
        limits.questions = 3
        wire.pair(limits, answersAtOnce: false)
        let askings = (0..<4).map { wire.ask("a", "b", "\($0)") }
        #expect(askings[3].refusal == "b: 3 questions wait for its answers")
        try wire.run()
        #expect(askings[..<3].allSatisfy { $0.answer == nil })
        wire.asked.removeFirst().answer([])
        try wire.run()
        let next = wire.ask("a", "b")
        try wire.run()
        #expect(next.answer == nil)
        #expect(wire.asked.count == 3)
    }

    @Test func `is refused by a node that answers as many questions as it may`() throws {
        var limits = NIOTransport.Limits()
        limits.questions = 1
        wire.add("a")
        wire.add("b", limits: limits, answersAtOnce: false)
        let askings = [wire.ask("a", "b"), wire.ask("a", "b")]
        try wire.run()
        #expect(askings[0].answer == nil)
        #expect(askings[1].refusal == "b: it has as many questions to answer as it may")
    }

    @Test func `refuses a question that is too large, and says that an answer is`() throws {
        var limits = NIOTransport.Limits()
        limits.bytes = 10
        wire.pair(limits, answersAtOnce: false)
        #expect(
            wire.ask("a", "b", "01234567890").refusal == "b: the question has 11 bytes, and 10 are allowed"
        )
        let asking = wire.ask("a", "b", "0123456789")
        try wire.run()
        wire.asked[0].answer([UInt8](repeating: 0, count: 11))
        try wire.run()
        #expect(asking.doubt == "b: the answer has 11 bytes, and 10 are allowed")
        let next = wire.ask("a", "b")
        try wire.run()
        wire.asked[1].answer([65])
        try wire.run()
        #expect(next.text == "A")
    }

    @Test func `refuses what waits for a call when the deadline passes, and knows nothing of what was asked`()
        throws
    {
        wire.pair(answersAtOnce: false)
        wire.isCut = true
        let early = wire.ask("a", "b", within: .seconds(1))
        try wire.pass(.milliseconds(999))
        #expect(early.answer == nil)
        try wire.pass(.milliseconds(1))
        #expect(early.refusal == "b: the deadline passed before there was a connection")
        wire.isCut = false
        let late = wire.ask("a", "b", within: .seconds(1))
        try wire.run()
        #expect(wire.asked.count == 1)
        try wire.pass(.seconds(1))
        #expect(late.doubt == "b: the deadline passed")
        // Its answer belongs to nobody any more.
        wire.asked[0].answer([1])
        let next = wire.ask("a", "b", within: .seconds(1))
        try wire.run()
        wire.asked[1].answer([66])
        try wire.run()
        #expect(next.text == "B")
        #expect(wire.ask("a", "b", within: .zero).refusal == "b: the deadline has passed")
    }

    @Test func `passes each deadline in its time, in whatever order they were given`() throws {
        wire.pair(answersAtOnce: false)
        let times: [Int64] = [5, 1, 3, 9, 2]
        let askings = times.map { wire.ask("a", "b", within: .milliseconds($0)) }
        try wire.run()
        for now in 1...9 as ClosedRange<Int64> {
            try wire.pass(.milliseconds(1))
            #expect(askings.map { $0.answer != nil } == times.map { $0 <= now })
        }
    }

    @Test func `forgets a question that is given up`() throws {
        wire.pair(answersAtOnce: false)
        let asking = wire.ask("a", "b")
        try wire.run()
        wire.nodes["a"]?.give(up: asking.number, because: "the task was cancelled")
        #expect(asking.doubt == "b: the task was cancelled")
    }

    @Test func `calls in vain less and less often, and at once again after a connection`() throws {
        wire.pair()
        wire.away = ["b"]
        let refusal = "b: it cannot be reached: refused(reason: \"nobody is there\")"
        #expect(wire.ask("a", "b").refusal == refusal)
        #expect(wire.calls["b"] == 1)
        for pause in [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000] as [Int64] {
            let calls = try #require(wire.calls["b"])
            try wire.pass(.milliseconds(pause - 1))
            #expect(wire.ask("a", "b").refusal == refusal)
            #expect(wire.calls["b"] == calls, "after \(pause) ms")
            try wire.pass(.milliseconds(1))
            #expect(wire.ask("a", "b").refusal == refusal)
            #expect(wire.calls["b"] == calls + 1, "after \(pause) ms")
        }
        wire.away = []
        try wire.pass(.seconds(5))
        let asking = wire.ask("a", "b")
        try wire.run()
        #expect(asking.text == "cba")
        wire.away = ["b"]
        wire.links[0].dialer.close(promise: nil)
        try wire.run()
        #expect(wire.ask("a", "b").refusal == refusal)
        try wire.pass(.milliseconds(50))
        let calls = try #require(wire.calls["b"])
        _ = wire.ask("a", "b")
        #expect(wire.calls["b"] == calls + 1)
    }

    @Test func `takes a call of a node that it could not reach itself`() throws {
        wire.pair()
        wire.away = ["b"]
        _ = wire.ask("a", "b")
        let call = wire.ask("b", "a")
        try wire.run()
        #expect(call.text == "cba")
        let asking = wire.ask("a", "b")
        try wire.run()
        #expect(asking.text == "cba")
    }

    @Test func `gives a silent connection up, and keeps one on which signs come`() throws {
        wire.pair(answersAtOnce: false)
        let asking = wire.ask("a", "b")
        try wire.run()
        for _ in 0..<30 { try wire.pass(.seconds(1)) }
        #expect(wire.open == 1)
        #expect(asking.answer == nil)
        wire.isCut = true
        for _ in 0..<3 { try wire.pass(.seconds(1)) }
        #expect(asking.answer == nil)
        try wire.pass(.seconds(1))
        #expect(asking.doubt == "b: nothing was heard for 3.0 seconds")
        #expect(wire.open == 0)
    }

    @Test func `gives a handshake up that takes too long`() throws {
        wire.pair()
        wire.isCut = true
        let asking = wire.ask("a", "b")
        try wire.run()
        for _ in 0..<4 { try wire.pass(.seconds(1)) }
        #expect(asking.refusal == "b: there was no agreement: the handshake took longer than 3.0 seconds")
        #expect(wire.open == 0)
    }

    @Test func `knows nothing of what a node was asked that is gone`() throws {
        wire.pair(answersAtOnce: false)
        let asking = wire.ask("a", "b")
        try wire.run()
        wire.links[0].listener.close(promise: nil)
        try wire.run()
        #expect(asking.doubt == "b: the connection was closed by the other node")
        // Who asked is gone, too.
        wire.asked[0].answer([1])
        try wire.run()
    }

    @Test func `leaves the connection to a former life of a node at once`() throws {
        wire.pair(answersAtOnce: false)
        let asking = wire.ask("a", "b")
        try wire.run()
        wire.add("b", instance: 2)
        let call = wire.ask("b", "a")
        try wire.run()
        #expect(asking.doubt == "b: the node has begun anew")
        #expect(call.answer == nil)
        let next = wire.ask("a", "b")
        try wire.run()
        #expect(next.text == "cba")
        #expect(wire.open == 1)
    }
}
#endif
