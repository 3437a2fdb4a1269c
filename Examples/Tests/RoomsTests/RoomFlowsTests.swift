// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Testing
import Tributary
import TributaryTesting

@testable import Rooms

@Suite("Every flow of a room", .timeLimit(.minutes(30)))
struct RoomFlowsTests {
    /// Ada by two servers, Bob by one of them.
    private static let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
    private static let bob = Member(account: AccountName.sample("bob"), name: DisplayName.sample("Bob"))
    private static let visitors: [(visitor: Room.Visitor, member: Member)] = [
        (Room.Visitor(1, at: "a"), ada), (Room.Visitor(2, at: "b"), bob), (Room.Visitor(3, at: "b"), ada),
    ]

    /// All actions from servers: visitors enter and leave in any order, and everything may be repeated.
    private static func actions(_ state: Room.State) -> [Room.Action] {
        var actions: [Room.Action] = [
            .renamed(ada.account, to: DisplayName.sample("Countess")), .running(["a"]), .running(["a", "b"]),
        ]
        for (visitor, member) in visitors {
            actions += [
                .enter(visitor, as: member, after: nil), .leave(visitor), .who(visitor),
                .history(visitor, after: 1),
            ]
            for id in ["0000aaaa", "0000bbbb"] {
                let action = Room.Action.say(
                    visitor,
                    as: member,
                    id: MessageID.sample(id),
                    text: MessageText.sample("Hi"),
                    time: 3_000
                )
                // Without a limit, the number of situations would be infinite; messages may be repeated.
                if state.last < 2 || state.message(MessageID.sample(id), by: member.account) != nil {
                    actions.append(action)
                }
            }
        }
        return actions
    }

    @Test("Whatever three connections of two accounts do, messages have no gap and no duplicate")
    func flows() async {
        let properties: [Property<Room.State, NoWorld>] = [
            .always("messages are numbered from one without a gap") { $0.state.hasNoGap },
            .always("a message that is delivered again is there once") { $0.state.hasEachOnce },
            .always("each account is present once, by a visitor") { $0.state.isPresenceRight },
            .sometimes("Ada is here by two servers") { $0.state.members.count == 3 },
            .sometimes("both have said something") { Set($0.state.messages.map(\.author)).count == 2 },
            .effectsEnd,
        ]
        let result = await check(
            Room(),
            initialState: Room.State(name: RoomName.sample("hall")),
            actions: Self.actions,
            properties: properties,
            dependencies: { $0.roomDelivery = { _ in } }
        )
        #expect(result.isComplete && result.counterexamples.isEmpty)
        // As many as a model of the room has that was written independently of it.
        #expect(result.situationCount == 594)
        #expect(result.stepCount == 11_178)
        // Both servers run all the time.
        #expect(result.uselessActions == [.running(["a", "b"])])
    }
}

extension Room.State {
    fileprivate var hasNoGap: Bool {
        for (index, message) in messages.enumerated() where message.number != index + 1 { return false }
        return true
    }

    fileprivate var hasEachOnce: Bool {
        let names = messages.map { message in "\(message.author) \(message.id)" }
        return Set(names).count == names.count
    }

    fileprivate var isPresenceRight: Bool {
        let accounts = present.map(\.account)
        return Set(accounts).count == accounts.count && present.allSatisfy { members.values.contains($0) }
    }
}
