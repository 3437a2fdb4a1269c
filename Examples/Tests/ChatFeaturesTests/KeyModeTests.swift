// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import TerminalKit
import Testing
import Tributary
import TributaryTesting

@testable import ChatFeature
@testable import ChatProgram
@testable import Connection
@testable import Conversation

@Suite("Talking with keys", .timeLimit(.minutes(30)))
struct KeyModeTests {
    @Test("What is typed is said or is a command; escape forgets it")
    func prompt() async {
        let store = TestStore(initialState: Prompt.State()) { Prompt() }
        store.exhaustivity = .off
        for key in "Hi you".map(Key.character) + [.enter] { await store.send(.press(key)) }
        await store.receive(\.output, .say("Hi you"))
        for key in "/who".map(Key.character) + [.enter] { await store.send(.press(key)) }
        await store.receive(\.output, .command("who"))
        for key in [Key.character("x"), .escape, .enter] { await store.send(.press(key)) }
        store.assert { $0.field = TextField(limit: 2000) }
        await store.send(.press(.tab))
        await store.receive(\.output, .nextRoom)
        await store.finish()
    }

    @Test("Passwords are not shown while they are typed")
    func passwords() async {
        let store = TestStore(initialState: Prompt.State()) { Prompt() }
        store.exhaustivity = .off
        for key in "/signin ada horse 123".map(Key.character) { await store.send(.press(key)) }
        #expect(store.state.shownField.text == "/signin ••• ••••• •••")
        await store.finish()
    }

    @Test("The newest messages are at the bottom, pending ones after them; scrolling shows older ones")
    func messages() {
        var messages = Display.Messages()
        messages.lines = (1...9).map { .said("Ada: \($0)") } + [.pending("⧗ soon")]
        let size = WindowSize(columns: 20, rows: 3)
        #expect(messages.shown(in: size).map(\.text) == ["Ada: 8", "Ada: 9", "⧗ soon"])
        messages.scroll = 5
        #expect(messages.shown(in: size).map(\.text) == ["Ada: 3", "Ada: 4", "Ada: 5"])
        messages.scroll = 1000
        #expect(messages.shown(in: size).map(\.text) == ["", "", "Ada: 1"])
        messages.lines = []
        #expect(messages.shown(in: size).map(\.text) == ["", "", ""])
    }

    @Test("A whole session by keys: sign in, enter a room, say something, see it echoed, quit")
    @MainActor
    func session() async {
        let server = ScriptedServer()
        let link = ScriptedLink(answer: server.answer, opensAtOnce: true)
        let store = Store(initialState: Chat.State()) {
            Chat()
        } dependencies: {
            $0.chatLink = link.link
            $0.withRandomNumberGenerator = .seeded(1)
        }
        let desk = ChatDesk(store: store, name: nil, fast: false, timeout: 60)
        let (events, keys) = AsyncStream<TerminalEvent>.makeStream()
        func type(_ line: String) { keys.yield(.keys(line.map(Key.character) + [.enter])) }
        let screen = Screen()
        let running = Task {
            await KeyMode(desk: desk).run(events, size: { WindowSize(columns: 60, rows: 12) }) {
                screen.text += $0
            }
        }
        type("/signin ada horse 123456")
        for await isOnline in store.values({ $0.isOnline }) where isOnline { break }
        type("/join hall")
        for await isJoined in store.values({ $0.conversation?.isJoined }) where isJoined == true { break }
        type("Hello there")
        for await count in store.values({ $0.conversation?.messages.count }) where count == 1 { break }
        type("/quit")
        let signal = await running.value
        #expect(signal == nil)
        #expect(server.messages.map(\.text.text) == ["Hello there"])
        #expect(screen.text.contains("ada: Hello there"))
        #expect(!screen.text.contains("horse"))
        await store.send(.quit).finish()
        store.close()
    }

    @MainActor
    private final class Screen {
        var text = ""
    }
}
