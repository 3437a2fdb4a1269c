// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import SignIn
import Synchronization
import Testing
import Tributary
import TributaryTesting

@testable import ChatFeature
@testable import ChatProgram
@testable import Connection
@testable import Conversation

@Suite("The client as a whole", .timeLimit(.minutes(30)))
struct ChatTests {
    private static func store(_ link: ScriptedLink, _ clock: TestClock) -> TestStore<Chat.State, Chat.Action>
    {
        let store = TestStore(initialState: Chat.State()) {
            Chat()
        } dependencies: {
            $0.chatLink = link.link
            $0.clock = clock
            $0.withRandomNumberGenerator = .seeded(1)
        }
        store.exhaustivity = .off
        return store
    }

    /// Signs in, enters a room, and waits until all is idle.
    private static func enter(_ store: TestStore<Chat.State, Chat.Action>, _ clock: TestClock) async {
        await store.send(.signIn(.signIn(ada, password: "correct horse", code: "123456")))
        await clock.advance(by: .zero)
        await store.skipReceivedActions(strict: false)
        await store.send(.join(hall))
        await clock.advance(by: .zero)
        await store.skipReceivedActions(strict: false)
    }

    @Test("Signing in connects, and the rooms are entered again after a lost connection, with the token")
    func resuming() async {
        let server = ScriptedServer()
        let link = ScriptedLink(answer: server.answer, opensAtOnce: true)
        let clock = TestClock()
        let store = Self.store(link, clock)
        await Self.enter(store, clock)
        #expect(
            link.sent() == [
                .signIn(name: ada, password: "correct horse", code: "123456"), .join(room: hall, after: nil),
            ]
        )
        #expect(store.state.conversation?.isJoined == true)
        link.happen(.closed(.goingAway, reason: "The server stops."))
        await store.receive(\.connection.output.offline)
        await store.send(.rooms(.element(id: hall, action: .say(text("Still here")))))
        await store.skipReceivedActions(strict: false)
        #expect(store.state.notice?.text == "The connection is closed: The server stops. (1001)")
        #expect(store.state.conversation?.pending.count == 1)
        await clock.advance(by: .seconds(1))
        await store.receive(\.signIn.output.signedIn)
        await clock.advance(by: .zero)
        await store.skipReceivedActions(strict: false)
        let sent = link.sent()
        #expect(sent.prefix(2) == [.resume(token: "T"), .join(room: hall, after: 0)])
        #expect(sent.count == 3)
        #expect(store.state.conversation?.pending == [])
        #expect(store.state.conversation?.messages.map(\.text.text) == ["Still here"])
        await store.send(.quit)
        await store.finish()
    }

    @Test(
        "Messages of others are unread until their room is shown"
    )
    func unread() async {
        let garden = RoomName.sample("garden")
        let server = ScriptedServer()
        let link = ScriptedLink(answer: server.answer, opensAtOnce: true)
        let clock = TestClock()
        let store = Self.store(link, clock)
        await Self.enter(store, clock)
        await store.send(.join(garden))
        await clock.advance(by: .zero)
        await store.skipReceivedActions(strict: false)
        let later = [message(1), message(2, by: ada), message(3)]
        for message in later { link.happen(.frame(.message(room: hall, message: message))) }
        link.happen(.frame(.message(room: garden, message: message(1))))
        await clock.advance(by: .zero)
        await store.skipReceivedActions(strict: false)
        #expect(store.state.unread == [hall: Chat.Unread(count: 2, first: 1)])
        #expect(RoomTab.all(store.state).map(\.text) == ["hall (2)", "garden"])
        await store.send(.show(hall))
        #expect(store.state.unread == [:])
        #expect(store.state.firstNew == 1)
        await store.send(.show(garden))
        #expect(store.state.firstNew == nil)
        await store.send(.quit)
        await store.finish()
    }

    @Test("A refused sign-in shows the reason, removes the token, and is not retried automatically")
    func refused() async {
        let link = ScriptedLink { _ in [.closed(.refused, reason: "That code was used before.")] }
        let store = Self.store(link, TestClock())
        await store.send(.signIn(.signIn(ada, password: "correct horse", code: "123456")))
        link.happen(.opened)
        await store.receive(\.signIn.output, .failed("That code was used before."))
        store.assert {
            $0.connection.phase = .offline
            $0.notice = Chat.Notice(number: 2, text: "That code was used before.", isProblem: true)
        }
        #expect(store.state.signIn.token == nil)
        await store.finish()
    }

    @Test("Whenever the connection is lost around an echo, the message is kept once and shown once")
    func race() async {
        let exploration = await explore(limit: 600, seed: 3) {
            let server = ScriptedServer()
            let link = ScriptedLink(answer: server.answer, opensAtOnce: true)
            let clock = TestClock()
            let store = Self.store(link, clock)
            await Self.enter(store, clock)
            // The message may leave before the connection is lost, or not; its echo may arrive, or not.
            await store.send(.rooms(.element(id: hall, action: .say(text("Hi")))))
            link.happen(.closed(.lost, reason: "gone"))
            await clock.advance(by: .zero)
            await store.skipReceivedActions(strict: false)
            await clock.advance(by: .seconds(1))
            await clock.advance(by: .zero)
            await store.skipReceivedActions(strict: false)
            let kept = server.messages
            store.assert {
                $0.rooms[id: hall]?.pending = []
                $0.rooms[id: hall]?.messages = kept
            }
            if kept.map(\.text.text) != ["Hi"] { throw Doubled(count: kept.count) }
            await store.send(.quit)
            await store.finish()
        }
        #expect(exploration.count > 1)
    }

    @Test("A stranger enters no room")
    func stranger() async {
        let store = Self.store(ScriptedLink(), TestClock())
        await store.send(.join(hall))
        store.assert {
            $0.rooms = []
            $0.notice = Chat.Notice(number: 1, text: "Sign in first.", isProblem: true)
        }
        await store.finish()
    }

    private struct Doubled: Error {
        let count: Int
    }
}

/// A server with one room, as far as one client sees it.
final class ScriptedServer: Sendable {
    private let kept = Mutex<[Message]>([])

    var messages: [Message] { kept.withLock { $0 } }

    var answer: @Sendable (ClientFrame) -> [LinkEvent] {
        { [self] frame in
            switch frame {
            case .signIn, .resume:
                return [.frame(.signedIn(name: ada, shown: DisplayName(ada), token: "T"))]
            case .join(let room, let after):
                let messages = messages.filter { $0.number > after ?? 0 }
                let last = messages.last?.number ?? after ?? 0
                return [
                    .frame(.joined(room: room, members: [], last: last)),
                    .frame(.messages(room: room, after: after ?? 0, messages: messages, last: last)),
                ]
            case .say(let room, let id, let text):
                let echo = kept.withLock { kept in
                    if let known = kept.first(where: { $0.id == id }) { return known }
                    let new = message(kept.count + 1, text.text, by: ada, id: id)
                    kept.append(new)
                    return new
                }
                return [.frame(.message(room: room, message: echo))]
            default: return []
            }
        }
    }
}
