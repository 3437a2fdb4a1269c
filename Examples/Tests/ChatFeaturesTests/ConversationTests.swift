// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Testing
import Tributary
import TributaryTesting

@testable import Conversation

@Suite("Talking in a room", .timeLimit(.minutes(30)))
struct ConversationTests {
    private func store() -> TestStore<Conversation.State, Conversation.Action> {
        TestStore(initialState: Conversation.State(room: hall, account: ada)) {
            Conversation()
        } dependencies: {
            $0.withRandomNumberGenerator = .seeded(1)
        }
    }

    /// A conversation in a room that was entered.
    private func joined() async -> TestStore<Conversation.State, Conversation.Action> {
        let store = store()
        await store.send(.input(.online)) { $0.isAsking = true }
        await store.receive(\.output, .send(.join(room: hall, after: nil)))
        await store.send(.input(.frame(.joined(room: hall, members: [], last: 0)))) { $0.isJoined = true }
        await store.send(.input(.frame(.messages(room: hall, after: 0, messages: [], last: 0)))) {
            $0.isAsking = false
            $0.last = 0
        }
        return store
    }

    @Test("A message is pending until it is echoed")
    func echo() async {
        let store = await joined()
        store.exhaustivity = .off
        await store.send(.say(text("Hi")))
        let id = store.state.pending.first?.id
        #expect(store.state.pending.map(\.text) == [text("Hi")])
        await store.receive(\.output, .send(.say(room: hall, id: id!, text: text("Hi"))))
        let echo = message(1, "Hi", by: ada, id: id)
        await store.send(.input(.frame(.message(room: hall, message: echo))))
        await store.receive(\.output, .arrived(echo))
        store.assert {
            $0.pending = []
            $0.messages = [echo]
            $0.last = 1
        }
        await store.finish()
    }

    @Test("Older messages are inserted before the loaded ones, a page at a time, until there are none")
    func older() async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.input(.online))
        await store.send(.input(.frame(.joined(room: hall, members: [], last: 120))))
        let newest = (101...120).map { message($0) }
        await store.send(.input(.frame(.messages(room: hall, after: 100, messages: newest, last: 120))))
        await store.send(.older)
        await store.receive(\.output, .send(.history(room: hall, after: 50)))
        // A second request before the answer is not sent.
        await store.send(.older)
        await store.send(
            .input(
                .frame(.messages(room: hall, after: 50, messages: (51...100).map { message($0) }, last: 120))
            )
        )
        #expect(store.state.messages.map(\.number) == Array(51...120))
        #expect(store.state.last == 120)
        await store.send(.older)
        await store.receive(\.output, .send(.history(room: hall, after: 0)))
        // A page that does not adjoin the loaded messages would leave a gap.
        await store.send(
            .input(.frame(.messages(room: hall, after: 0, messages: (1...49).map { message($0) }, last: 120)))
        )
        #expect(store.state.messages.first?.number == 51)
        await store.send(.older)
        await store.receive(\.output, .send(.history(room: hall, after: 0)))
        await store.send(
            .input(.frame(.messages(room: hall, after: 0, messages: (1...50).map { message($0) }, last: 120)))
        )
        await store.send(.older)
        #expect(store.state.messages.map(\.number) == Array(1...120))
        #expect(store.state.olderAfter == nil)
        await store.finish()
    }

    @Test("A room that refuses entry is not entered again, unless messages are pending")
    func refusedRoom() async {
        let store = store()
        store.exhaustivity = .off
        let refusal = ServerFrame.refused(reason: "Guests may not enter.", room: hall, id: nil)
        await store.send(.input(.online))
        await store.send(.say(text("Wait for me")))
        await store.send(.input(.frame(refusal)))
        await store.receive(\.output, .refused("Guests may not enter."))
        let id = store.state.pending[0].id
        await store.send(.input(.frame(.refused(reason: "No.", room: hall, id: id))))
        await store.receive(\.output, .refused("No."))
        await store.send(.input(.frame(refusal)))
        await store.receive(\.output, .refused("Guests may not enter."))
        await store.receive(\.output, .left)
        await store.finish()
    }

    @Test("Messages without an echo are sent again on the next connection, in order, under the same ids")
    func again() async {
        let store = await joined()
        store.exhaustivity = .off
        await store.send(.say(text("One")))
        await store.send(.input(.offline))
        await store.send(.say(text("Two")))
        let pending = store.state.pending
        #expect(pending.map(\.text.text) == ["One", "Two"])
        await store.skipReceivedActions(strict: false)
        await store.send(.input(.online))
        await store.receive(\.output, .send(.join(room: hall, after: 0)))
        await store.send(.input(.frame(.joined(room: hall, members: [], last: 1))))
        for pending in pending {
            await store.receive(\.output, .send(.say(room: hall, id: pending.id, text: pending.text)))
        }
        let echo = message(1, "One", by: ada, id: pending[0].id)
        await store.send(.input(.frame(.messages(room: hall, after: 0, messages: [echo], last: 1))))
        await store.send(.input(.frame(.message(room: hall, message: echo))))
        store.assert {
            $0.messages = [echo]
            $0.pending = [pending[1]]
        }
        await store.finish()
    }

    @Test("A gap is requested once, and early messages wait for it")
    func gap() async {
        let store = await joined()
        await store.send(.input(.frame(.message(room: hall, message: message(3))))) {
            $0.early = [3: message(3)]
            $0.isAsking = true
        }
        await store.receive(\.output, .send(.history(room: hall, after: 0)))
        await store.send(.input(.frame(.message(room: hall, message: message(4))))) {
            $0.early[4] = message(4)
        }
        let page = [message(1), message(2), message(3)]
        await store.send(.input(.frame(.messages(room: hall, after: 0, messages: page, last: 4)))) {
            $0.messages = (1...4).map { message($0) }
            $0.early = [:]
            $0.isAsking = false
            $0.last = 4
        }
        for number in 1...4 { await store.receive(\.output, .arrived(message(number))) }
        await store.finish()
    }

    @Test("A long history arrives page by page")
    func pages() async {
        let store = await joined()
        store.exhaustivity = .off
        await store.send(.input(.offline))
        await store.send(.input(.online))
        await store.send(.input(.frame(.joined(room: hall, members: [], last: 4))))
        let pages = [[message(1), message(2)], [message(3), message(4)]]
        await store.send(.input(.frame(.messages(room: hall, after: 0, messages: pages[0], last: 4))))
        await store.receive(\.output, .send(.history(room: hall, after: 2)))
        await store.send(.input(.frame(.messages(room: hall, after: 2, messages: pages[1], last: 4))))
        store.assert {
            $0.messages = pages[0] + pages[1]
            $0.isAsking = false
        }
        await store.finish()
    }

    @Test("A message that arrives before the first page waits for it")
    func earlyBird() async {
        let store = store()
        store.exhaustivity = .off
        await store.send(.input(.online))
        await store.send(.input(.frame(.joined(room: hall, members: [], last: 0))))
        await store.send(.input(.frame(.message(room: hall, message: message(1)))))
        await store.send(.input(.frame(.messages(room: hall, after: 0, messages: [], last: 1))))
        store.assert {
            $0.messages = [message(1)]
            $0.last = 1
            $0.early = [:]
            $0.isAsking = false
        }
        await store.finish()
    }

    @Test("A message of another author with the same identifier is not an echo")
    func forgery() async {
        let store = await joined()
        store.exhaustivity = .off
        await store.send(.say(text("Hi")))
        let pending = store.state.pending
        let forged = message(1, "No", by: bob, id: pending[0].id)
        await store.send(.input(.frame(.message(room: hall, message: forged))))
        store.assert { $0.pending = pending }
        await store.finish()
    }

    @Test("A refused message is not pending any more, and is reported")
    func refused() async {
        let store = await joined()
        store.exhaustivity = .off
        await store.send(.say(text("Hi")))
        let id = store.state.pending.first?.id
        await store.send(.input(.frame(.refused(reason: "No.", room: hall, id: id))))
        await store.receive(\.output, .refused("No."))
        store.assert { $0.pending = [] }
        await store.finish()
    }

    @Test("No more than a thousand messages are kept, and the newest are")
    func bounded() async {
        let store = await joined()
        store.exhaustivity = .off
        for number in 1...1100 {
            await store.send(.input(.frame(.message(room: hall, message: message(number)))))
        }
        #expect(store.state.messages.map(\.number) == Array(101...1100))
        await store.finish()
    }
}
