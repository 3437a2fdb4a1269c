// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Foundation
import Testing
import Tributary
import TributaryTesting

@testable import Rooms

@Suite("A room on the server", .timeLimit(.minutes(30)))
struct RoomTests {
    let hall = RoomName.sample("hall")
    let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
    let bob = Member(account: AccountName.sample("bob"), name: DisplayName.sample("Bob"))
    let first = Room.Visitor(1, at: "a")
    let second = Room.Visitor(2, at: "b")
    let audience = Audience()

    private func store(_ state: Room.State? = nil) -> TestStore<Room.State, Room.Action> {
        TestStore(initialState: state ?? Room.State(name: hall)) {
            Room()
        } dependencies: {
            $0.roomDelivery = { [audience] in audience.hear($0) }
        }
    }

    @Test("A new visitor receives the members and messages; the others are notified")
    func entering() async {
        let messages = messages(3)
        let store = store(Room.State(name: hall, messages: messages))
        await store.send(.enter(first, as: ada, after: 1)) { $0.members = [first: ada] }
        await store.finish()
        #expect(
            audience.heard() == [
                output(.joined(room: hall, members: [ada], last: 3), [first]),
                output(.messages(room: hall, after: 1, messages: Array(messages[1...]), last: 3), [first]),
            ]
        )
        await store.send(.enter(second, as: bob, after: 3)) { $0.members[second] = bob }
        await store.finish()
        #expect(
            audience.heard() == [
                output(.joined(room: hall, members: [ada, bob], last: 3), [second]),
                output(.came(room: hall, member: bob), [first]),
                output(.messages(room: hall, after: 3, messages: [], last: 3), [second]),
            ]
        )
    }

    @Test("A message is sent to all, with its number and its time")
    func saying() async {
        let store = await visited()
        let id = MessageID.sample("0000aaaa")
        await store.send(.say(first, as: ada, id: id, text: MessageText.sample("Hi"), time: 3000))
        await store.finish()
        let message = Message(
            number: 1,
            id: id,
            author: ada.account,
            name: ada.name,
            text: MessageText.sample("Hi"),
            time: 3000
        )
        #expect(store.state.messages == [message])
        #expect(audience.heard() == [output(.message(room: hall, message: message), [first, second])])
    }

    @Test("A repeated message is not stored again; only its author is notified")
    func twice() async {
        let store = await visited()
        let id = MessageID.sample("0000aaaa")
        await store.send(.say(first, as: ada, id: id, text: MessageText.sample("Hi"), time: 3000))
        await store.finish()
        let message = store.state.messages[0]
        _ = audience.heard()
        await store.send(.say(first, as: ada, id: id, text: MessageText.sample("Hi"), time: 3000)) { _ in }
        await store.finish()
        #expect(audience.heard() == [output(.message(room: hall, message: message), [first])])
        // An identifier belongs to its author: another's message with the same one is another message.
        await store.send(.say(second, as: bob, id: id, text: MessageText.sample("Ho"), time: 3000))
        await store.finish()
        #expect(store.state.messages.map(\.number) == [1, 2])
    }

    @Test("Messages sent while the room was busy are one action, and each repeated one is detected")
    func merging() async throws {
        func say(_ number: Int, as member: Member, _ visitor: Room.Visitor) -> Room.Action {
            let id = MessageID.sample(String(10_000_000 + number))
            return .say(visitor, as: member, id: id, text: MessageText.sample("\(number)"), time: 0)
        }
        let both = try #require(say(1, as: ada, first).merged(with: say(2, as: ada, first)))
        #expect(both.said.map(\.text) == ["10000001", "10000002"])
        #expect(both.merged(with: say(3, as: bob, second)) == nil)
        #expect(both.merged(with: .who(first)) == nil)
        let store = await visited()
        await store.send(say(1, as: ada, first))
        await store.send(both)
        await store.finish()
        #expect(store.state.messages.map(\.text.text) == ["1", "2"])
        #expect(Self.numbers(audience.heard(), to: first) == [1, 1, 2])
    }

    @Test("Only visitors of the room may send requests and leave")
    func strangers() async {
        let store = store(Room.State(name: hall, messages: messages(2)))
        let actions: [Room.Action] = [.history(first, after: 0), .who(first), .leave(first)]
        for action in actions { await store.send(action) }
        await store.finish()
        let reason = "You are not in the room."
        #expect(
            audience.heard()
                == Array(
                    repeating: output(.refused(reason: reason, room: hall, id: nil), [first]),
                    count: 3
                )
        )
    }

    @Test("Two connections of one account are one member; all are notified of a new name")
    func presence() async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.enter(first, as: ada, after: 0))
        await store.send(.enter(second, as: ada, after: 0))
        await store.finish()
        _ = audience.heard()
        let shown = DisplayName.sample("Countess")
        await store.send(.renamed(ada.account, to: shown))
        let renamed = Member(account: ada.account, name: shown)
        await store.send(.leave(second))
        await store.finish()
        #expect(
            audience.heard() == [
                output(.came(room: hall, member: renamed), [first, second]),
                output(.left(room: hall), [second]),
            ]
        )
        store.assert { $0.members = [first: renamed] }
        await store.send(.enter(second, as: bob, after: 0))
        await store.finish()
        _ = audience.heard()
        await store.send(.leave(first))
        await store.finish()
        #expect(
            audience.heard() == [
                output(.left(room: hall), [first]),
                output(.went(room: hall, account: ada.account), [second]),
            ]
        )
    }

    @Test("Visitors of a server that has ended are removed, and their messages remain")
    func running() async {
        let store = await visited()
        await store.send(.enter(Room.Visitor(3, at: "a"), as: bob, after: 0))
        let text = MessageText.sample("Hi")
        await store.send(.say(first, as: ada, id: MessageID.sample("0000aaaa"), text: text, time: 0))
        await store.finish()
        _ = audience.heard()
        await store.send(.running(["b"])) { $0.members = [second: bob] }
        await store.finish()
        // Bob is still here, by another connection.
        #expect(audience.heard() == [output(.went(room: hall, account: ada.account), [second])])
        #expect(store.state.messages.count == 1)
    }

    @Test("Messages of a visitor count, though another server believes that the visitor has left")
    func forgotten() async {
        let store = await visited()
        await store.send(.running(["b"]))
        await store.finish()
        _ = audience.heard()
        let id = MessageID.sample("0000aaaa")
        await store.send(.say(first, as: ada, id: id, text: MessageText.sample("Hi"), time: 0))
        await store.finish()
        #expect(store.state.messages.map(\.author) == [ada.account])
        #expect(
            audience.heard() == [output(.message(room: hall, message: store.state.messages[0]), [second])]
        )
    }

    @Test("Whatever the order of deliveries, every visitor receives each message once and in order")
    func orders() async {
        let ids = (1...3).map { MessageID.sample("0000000\($0)") }
        let exploration = await explore(limit: 400, seed: 7) {
            let audience = Audience()
            let store = TestStore(initialState: Room.State(name: hall)) {
                Room()
            } dependencies: {
                $0.roomDelivery = { audience.hear($0) }
            }
            store.exhaustivity = .off
            await store.send(.enter(first, as: ada, after: 0))
            for (digit, id) in zip(1...3, ids) {
                await store.send(.say(first, as: ada, id: id, text: MessageText.sample("\(digit)"), time: 0))
            }
            await store.send(.enter(second, as: bob, after: 0))
            await store.finish()
            let told = audience.heard()
            #expect(Self.numbers(told, to: first) == [1, 2, 3])
            #expect(Self.numbers(told, to: second) == [1, 2, 3])
        }
        #expect(exploration.count > 1)
    }

    /// The numbers of the messages that a visitor received, individually or as a page.
    private static func numbers(_ outputs: [Room.Output], to visitor: Room.Visitor) -> [Int] {
        outputs.filter { $0.visitors.contains(visitor) }.flatMap { output -> [Int] in
            switch output.frame {
            case .message(_, let message): [message.number]
            case .messages(_, _, let messages, _): messages.map(\.number)
            default: []
            }
        }
    }

    private func messages(_ count: Int) -> [Message] {
        (1...count).map { number in
            Message(
                number: number,
                id: MessageID.sample("ffff\(1000 + number)"),
                author: AccountName.sample("eve"),
                name: DisplayName.sample("Eve"),
                text: MessageText.sample("Message \(number)"),
                time: 0
            )
        }
    }

    /// A room with Ada and Bob in it, after all outputs were received.
    private func visited() async -> TestStore<Room.State, Room.Action> {
        let store = store()
        store.exhaustivity = .off
        await store.send(.enter(first, as: ada, after: 0))
        await store.send(.enter(second, as: bob, after: 0))
        await store.finish()
        _ = audience.heard()
        return store
    }

    private func output(_ frame: ServerFrame, _ visitors: [Room.Visitor]) -> Room.Output {
        Room.Output(frame: frame, visitors: visitors)
    }
}
