// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Foundation
import ScreenTestSupport
import SignIn
import Testing
import Tributary
import TributaryTesting

@testable import ChatFeature
@testable import ChatProgram
@testable import Connection
@testable import Conversation
@testable import TerminalKit

@Suite("Talking with keys", .timeLimit(.minutes(30)))
struct KeyModeTests {
    @Test("A line is a message or a command; escape clears it")
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

    private func said(_ clock: String, _ name: String, _ text: String) -> Display.Said {
        Display.Said(clock: clock, name: name, author: name, text: text)
    }

    @Test("The newest messages are at the bottom, pending ones after them; scrolling shows older ones")
    func messages() {
        var messages = Display.Messages()
        messages.lines = (1...9).map { .said(said("12:00", "Ada", "\($0)")) } + [.pending("⧗ soon")]
        let size = WindowSize(columns: 20, rows: 3)
        #expect(messages.shown(in: size).map(\.text) == ["12:00 Ada: 8", "12:00 Ada: 9", "⧗ soon"])
        messages.scroll = 5
        #expect(messages.shown(in: size).map(\.text) == ["12:00 Ada: 3", "12:00 Ada: 4", "12:00 Ada: 5"])
        messages.scroll = 1000
        #expect(messages.shown(in: size).map(\.text) == ["", "", "12:00 Ada: 1"])
        messages.lines = []
        #expect(messages.shown(in: size).map(\.text) == ["", "", ""])
    }

    @Test("Messages show the time in the reader’s zone; a new day and new messages have a divider")
    @MainActor
    func stamps() throws {
        var state = Chat.State()
        var conversation = Conversation.State(room: hall, account: ada)
        let times = [0, 86_399, 86_400]
        conversation.messages = times.enumerated().map { offset, time in
            Message(
                number: offset + 1,
                id: message(offset + 1).id,
                author: bob,
                name: DisplayName(bob),
                text: text("…"),
                time: time
            )
        }
        state.rooms.append(conversation)
        state.current = hall
        state.firstNew = 2
        let kolkata = try #require(TimeZone(secondsFromGMT: 19_800))
        state.rooms[id: hall]?.members = [ada, bob].map { Member(account: $0, name: DisplayName($0)) }
        #expect(Display.memberText(state) == "2 here: ada, bob")
        #expect(
            Display.lines(state, .gmt) == [
                .divider("── 1970-01-01 ──"), .said(said("00:00", "bob", "…")), .divider("── new ──"),
                .said(said("23:59", "bob", "…")), .divider("── 1970-01-02 ──"),
                .said(said("00:00", "bob", "…")),
            ]
        )
        #expect(
            Display.lines(state, kolkata) == [
                .divider("── 1970-01-01 ──"), .said(said("05:30", "bob", "…")), .divider("── 1970-01-02 ──"),
                .divider("── new ──"), .said(said("05:29", "bob", "…")), .said(said("05:30", "bob", "…")),
            ]
        )
    }

    @Test(
        "The screen shows rooms, unread messages, members, times, and commands as they are typed"
    )
    @MainActor
    func screen() {
        var state = Chat.State()
        _ = SignIn().reduce(
            into: &state.signIn,
            action: .input(.frame(.signedIn(name: ada, shown: DisplayName(ada), token: "T")))
        )
        state.connection.phase = .online
        state.rooms = [
            Conversation.State(room: hall, account: ada),
            Conversation.State(room: RoomName.sample("garden"), account: ada),
        ]
        state.rooms[id: hall]?.messages = [
            message(1, "Has anybody read what the engine may weave?"),
            message(2, "Algebraical patterns.", by: AccountName.sample("~eve")),
        ]
        state.rooms[id: hall]?.members = [ada, bob, AccountName.sample("~eve")].map {
            Member(account: $0, name: DisplayName($0))
        }
        state.rooms[id: hall]?.pending = [
            Conversation.Pending(id: message(3).id, text: text("As the loom weaves flowers."))
        ]
        (state.current, state.firstNew) = (hall, 2)
        state.unread[RoomName.sample("garden")] = Chat.Unread(count: 3, first: 1)
        let chat = Store(initialState: state) { Chat() }
        let prompt = Store(initialState: Prompt.State()) { Prompt() }
        let display = Display(timeZone: .gmt)
        let token = display.connect(to: chat, prompt)
        for key in "/si".map(Key.character) { prompt.send(.press(key)) }
        let wide = WindowSize(columns: 72, rows: 14)
        let lines = TerminalLayout.lines(of: display.components, in: wide)
        let picture = ScreenPicture(lines, in: wide)
        #expect(ScreenFile("chat").difference(from: picture, drawnFor: "The chat, with two rooms") == nil)
        prompt.send(.press(.escape))
        let narrow = WindowSize(columns: 20, rows: 12)
        let few = TerminalLayout.lines(of: display.components, in: narrow)
        #expect(ScreenFile("chat-narrow").difference(from: ScreenPicture(few, in: narrow)) == nil)
        withExtendedLifetime(token) {}
        chat.close()
        prompt.close()
    }

    @Test("A whole session by keys: sign in, enter a room, send a message, see its echo, quit")
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
        let desk = ChatDesk(store: store, name: nil, fast: false, timeout: 36_000)
        let (events, keys) = AsyncStream<TerminalEvent>.makeStream()
        func type(_ line: String) { keys.yield(.keys(line.map(Key.character) + [.enter])) }
        let screen = Screen()
        let running = Task {
            await KeyMode(desk: desk, timeZone: .gmt).run(
                events,
                window: TerminalWindow(
                    size: { WindowSize(columns: 60, rows: 12) },
                    write: { screen.text += $0 },
                    attention: .osc9
                )
            )
        }
        type("/signin ada horse 123456")
        for await isOnline in store.values({ $0.isOnline }) where isOnline { break }
        type("/join hall")
        for await isJoined in store.values({ $0.conversation?.isJoined }) where isJoined == true { break }
        type("Hello there")
        for await count in store.values({ $0.conversation?.messages.count }) where count == 1 { break }
        // Messages of others notify the user, if this is configured; one's own do not.
        #expect(!screen.text.contains("\u{1B}]9;"))
        let frame = ServerFrame.message(room: hall, message: message(2, "Good morning", by: bob))
        store.send(.rooms(.element(id: hall, action: .input(.frame(frame)))))
        #expect(screen.text.ranges(of: "\u{1B}]9;#hall: bob: Good morning\u{07}").count == 1)
        type("/quit")
        let signal = await running.value
        #expect(signal == nil)
        #expect(server.messages.map(\.text.text) == ["Hello there"])
        #expect(screen.text.contains(": Hello there"))
        #expect(screen.text.contains("1970-01-01"))
        #expect(!screen.text.contains("horse"))
        await store.send(.quit).finish()
        store.close()
    }

    @MainActor
    private final class Screen {
        var text = ""
    }
}
