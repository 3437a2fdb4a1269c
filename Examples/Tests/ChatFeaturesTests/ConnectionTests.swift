// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Testing
import Tributary
import TributaryTesting

@testable import Connection

@Suite("A connection reconnects by itself", .timeLimit(.minutes(30)))
struct ConnectionTests {
    private let link = ScriptedLink()
    private let clock = TestClock()

    private func store() -> TestStore<Connection.State, Connection.Action> {
        TestStore(initialState: Connection.State()) {
            Connection()
        } dependencies: {
            $0.chatLink = link.link
            $0.clock = clock
            $0.withRandomNumberGenerator = .seeded(1)
        }
    }

    private let lost = Connection.End(code: .lost, reason: "gone")

    @Test("It opens, is lost, waits for its delay, and opens the next socket")
    func reconnecting() async {
        let store = store()
        await store.send(.connect) {
            $0.phase = .connecting
            $0.attempt = 1
        }
        link.happen(.opened)
        await store.receive(\.link) { $0.phase = .online }
        await store.receive(\.output, .online)
        link.happen(.closed(.lost, reason: "gone"))
        store.exhaustivity = .off
        await store.receive(\.output, .offline(lost))
        let pause = store.state.pause
        #expect(pause?.attempt == 2)
        #expect(pause.map { (.milliseconds(250) ... .milliseconds(500)).contains($0.delay) } == true)
        await clock.advance(by: (pause?.delay ?? .zero) - .nanoseconds(1))
        store.assert { $0.attempt = 1 }
        await clock.advance(by: .nanoseconds(1))
        await store.receive(\.retry)
        store.assert {
            $0.attempt = 2
            $0.phase = .connecting
        }
        await store.send(.disconnect)
        await store.finish()
    }

    @Test("Delays grow to a limit, and start again after the server has sent a frame")
    func growing() async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.connect)
        var delays: [Duration] = []
        for _ in 1...9 {
            link.happen(.closed(.lost, reason: "gone"))
            await store.receive(\.output, .offline(lost))
            let delay = store.state.pause?.delay ?? .zero
            delays.append(delay)
            await clock.advance(by: delay)
            await store.receive(\.retry)
        }
        for (index, delay) in delays.enumerated() {
            let longest = min(Duration.milliseconds(500) * (1 << index), .seconds(30))
            #expect((longest / 2...longest).contains(delay), "wait \(index + 1)")
        }
        #expect(Set(delays).count == delays.count)
        link.happen(.opened, .frame(.left(room: hall)), .closed(.lost, reason: "gone"))
        await store.receive(\.output, .offline(lost))
        #expect((store.state.pause?.delay ?? .seconds(9)) <= .milliseconds(500))
        await store.send(.disconnect)
        await store.finish()
    }

    @Test(
        "Only failures that may be temporary are retried",
        arguments: [
            (CloseCode.lost, true), (.goingAway, true), (.tryAgainLater, true), (.internalError, true),
            (.refused, false), (.notSignedIn, false), (.badFrame, false), (.tooBig, false), (.normal, false),
            (.protocolError, false), (.tooMany, false),
        ]
    )
    func codes(code: CloseCode, isTriedAgain: Bool) async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.connect)
        link.happen(.closed(code, reason: "so"))
        await store.receive(\.output, .offline(Connection.End(code: code, reason: "so")))
        #expect((store.state.pause != nil) == isTriedAgain)
        await store.send(.disconnect)
        await store.finish()
    }

    @Test("Frames leave in order, and only while there is a connection")
    func sending() async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.send(.who(room: hall)))
        await store.send(.connect)
        link.happen(.opened)
        await store.receive(\.output, .online)
        for number in 0..<20 { await store.send(.send(.history(room: hall, after: number))) }
        #expect(link.sent() == (0..<20).map { .history(room: hall, after: $0) })
        await store.send(.disconnect)
        await store.send(.send(.who(room: hall)))
        #expect(link.sent() == [])
        await store.finish()
    }
}
