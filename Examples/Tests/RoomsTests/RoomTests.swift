// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing
import Tributary
import TributaryTesting

@testable import Rooms

@Suite("A room on the server", .timeLimit(.minutes(30)))
struct RoomTests {
    let hall = RoomName.sample("hall")
    let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
    let bob = Member(account: AccountName.sample("bob"), name: DisplayName.sample("Bob"))
    let first = Room.Visitor(1)
    let second = Room.Visitor(2)

    private func store(_ memory: MemoryKeeping, last: Int = 0) -> TestStore<Room.State, Room.Action> {
        store(Room.State(name: hall, last: last), memory)
    }

    private func store(
        _ state: Room.State,
        _ memory: MemoryKeeping,
        heardBy audience: Audience = Audience()
    ) -> TestStore<Room.State, Room.Action> {
        TestStore(initialState: state) {
            Room()
            Reduce { _, action in
                if case .output(let output) = action { audience.hear(output) }
                return .none
            }
        } dependencies: {
            $0.messageKeeping = memory.keeping
        }
    }

    @Test("Who comes is told who is here and what was said; the others hear that somebody came")
    func entering() async {
        let memory = MemoryKeeping(count: 3)
        let store = store(memory, last: 3)
        await store.send(.input(.enter(first, ada, after: 1))) { $0.members = [first: ada] }
        await store.receive(\.output, output(.joined(room: hall, members: [ada], last: 3), [first]))
        await store.receive(\.page)
        let page = ServerFrame.messages(room: hall, after: 1, messages: memory.messages(after: 1), last: 3)
        await store.receive(\.output, output(page, [first]))
        await store.send(.input(.enter(second, bob, after: 3))) { $0.members[second] = bob }
        await store.receive(\.output, output(.joined(room: hall, members: [ada, bob], last: 3), [second]))
        await store.receive(\.output, output(.came(room: hall, member: bob), [first]))
        await store.receive(\.page)
        await store.receive(
            \.output,
            output(.messages(room: hall, after: 3, messages: [], last: 3), [second])
        )
        await store.finish()
    }

    @Test("A message is told to everybody once it is kept, with its number")
    func saying() async {
        let memory = MemoryKeeping()
        let store = await visited(memory)
        let id = MessageID.sample("0000aaaa")
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        let messages = memory.messages(after: 0)
        #expect(messages.map(\.id) == [id] && messages.map(\.number) == [1])
        await store.receive(\.kept) {
            $0.last = 1
            $0.writing = []
        }
        await store.receive(\.output, output(.message(room: hall, message: messages[0]), [first, second]))
        await store.finish()
    }

    @Test("What is said while too much waits to be kept is refused; what waits goes on waiting")
    func overload() async {
        let drafts = (0...Room.waitingLimit).map { number in
            let id = MessageID.sample(String(10_000_000 + number))
            return Draft(id: id, author: ada.account, name: ada.name, text: MessageText.sample("\(number)"))
        }
        var state = Room.State(name: hall, last: 0)
        state.members = [first: ada]
        state.writing = [Room.Waiting(draft: drafts[0], visitor: first)]
        state.waiting = drafts.dropFirst().map { Room.Waiting(draft: $0, visitor: first) }
        let store = store(state, MemoryKeeping())
        let id = MessageID.sample("0000aaaa")
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        let reason = "The room cannot keep up; say it again later."
        await store.receive(\.output, output(.refused(reason: reason, room: hall, id: id), [first]))
        await store.finish()
    }

    @Test("The same message sent again is not kept again; only its author is told")
    func twice() async {
        let memory = MemoryKeeping()
        let store = await visited(memory)
        let id = MessageID.sample("0000aaaa")
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        let message = memory.messages(after: 0)
        await store.receive(\.kept)
        await store.receive(\.output, output(.message(room: hall, message: message[0]), [first, second]))
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        await store.receive(\.kept)
        await store.receive(\.output, output(.message(room: hall, message: message[0]), [first]))
        await store.finish()
        #expect(memory.messages(after: 0) == message)
    }

    @Test("When keeping fails, the author is told, nobody else hears anything, and the room goes on")
    func failing() async {
        let memory = MemoryKeeping()
        let store = await visited(memory)
        let id = MessageID.sample("0000aaaa")
        memory.isFailing = true
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        await store.receive(\.keepingFailed)
        let reason = "The message could not be kept; say it again later."
        await store.receive(\.output, output(.refused(reason: reason, room: hall, id: id), [first]))
        memory.isFailing = false
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        await store.receive(\.kept)
        await store.finish()
        #expect(memory.messages(after: 0).map(\.number) == [1])
    }

    @Test("Only who is in the room may speak, ask and leave")
    func strangers() async {
        let memory = MemoryKeeping(count: 2)
        let store = store(memory, last: 2)
        let reason = "You are not in the room."
        let id = MessageID.sample("0000aaaa")
        let inputs: [Room.Action.Input] = [.history(first, after: 0), .who(first), .leave(first)]
        for input in inputs {
            await store.send(.input(input))
            await store.receive(\.output, output(.refused(reason: reason, room: hall, id: nil), [first]))
        }
        await store.send(.input(.say(first, id: id, text: MessageText.sample("Hi"))))
        await store.receive(\.output, output(.refused(reason: reason, room: hall, id: id), [first]))
        await store.finish()
        #expect(memory.messages(after: 0).count == 2)
    }

    @Test("Two connections of one account are one person; a new name is told to all")
    func presence() async {
        let store = store(MemoryKeeping())
        store.exhaustivity = .off
        await store.send(.input(.enter(first, ada, after: 0)))
        await store.send(.input(.enter(second, ada, after: 0)))
        let shown = DisplayName.sample("Countess")
        await store.send(.input(.renamed(ada.account, shown)))
        let renamed = Member(account: ada.account, name: shown)
        await store.receive(\.output, output(.came(room: hall, member: renamed), [first, second]))
        await store.send(.input(.leave(second)))
        await store.receive(\.output, output(.left(room: hall), [second]))
        store.assert { $0.members = [first: renamed] }
        await store.send(.input(.enter(second, bob, after: 0)))
        await store.send(.input(.leave(first)))
        await store.receive(\.output, output(.went(room: hall, account: ada.account), [second]))
        await store.finish()
    }

    @Test("Whatever order keeping and reading take, numbers have no gap and nobody is told of one twice")
    func orders() async {
        let ids = (1...3).map { MessageID.sample("0000000\($0)") }
        let exploration = await explore(limit: 400, seed: 7) {
            let memory = MemoryKeeping()
            let audience = Audience()
            let store = store(Room.State(name: hall, last: 0), memory, heardBy: audience)
            await store.send(.input(.enter(first, ada, after: 0)))
            for (digit, id) in zip(1...3, ids) {
                await store.send(.input(.say(first, id: id, text: MessageText.sample("\(digit)"))))
            }
            await store.send(.input(.enter(second, bob, after: 0)))
            await store.finish()
            store.assert {
                $0.last = 3
                $0.writing = []
                $0.waiting = []
            }
            let kept = memory.messages(after: 0)
            #expect(kept.map(\.number) == [1, 2, 3])
            #expect(kept.map(\.id) == ids)
            // Who was there before hears each as it is kept; who came later has read what was kept before that.
            #expect(audience.told(first) == [1, 2, 3])
            let late = audience.told(second)
            #expect(late == Array([1, 2, 3].suffix(late.count)))
            #expect(Set(audience.read(second)).union(late) == [1, 2, 3])
        }
        #expect(exploration.count > 10)
    }

    /// A room with Ada and Bob in it, in which everything so far is accounted for.
    private func visited(_ memory: MemoryKeeping) async -> TestStore<Room.State, Room.Action> {
        let store = store(memory)
        store.exhaustivity = .off
        await store.send(.input(.enter(first, ada, after: 0)))
        await store.send(.input(.enter(second, bob, after: 0)))
        await store.finish()
        await store.skipReceivedActions(strict: false)
        return store
    }

    private func output(_ frame: ServerFrame, _ visitors: [Room.Visitor]) -> Room.Action.Output {
        Room.Action.Output(frame: frame, visitors: visitors)
    }
}
