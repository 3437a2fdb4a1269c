// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Tributary
import TributaryTesting

@testable import Connection
@testable import Conversation
@testable import Rooms

/// The flows of the chat: its rooms on the server, and a client's connection and conversation.
enum ChatFlows {
    private static let hall = RoomName.sample("hall")

    /// Ada by two servers, Bob by one of them.
    private static let ada = Member(account: AccountName.sample("ada"), name: DisplayName.sample("Ada"))
    private static let bob = Member(account: AccountName.sample("bob"), name: DisplayName.sample("Bob"))
    private static let visitors: [(visitor: Room.Visitor, member: Member)] = [
        (Room.Visitor(1, at: "a"), ada), (Room.Visitor(2, at: "b"), bob), (Room.Visitor(3, at: "b"), ada),
    ]
    private static let ids = [MessageID.sample("0000aaaa"), MessageID.sample("0000bbbb")]
    private static let hi = MessageText.sample("Hi")

    /// Whatever three connections of two accounts do, messages have no gap and are there once.
    static var room: CheckedFlow<Room> {
        CheckedFlow(
            name: "room",
            feature: { Room() },
            state: Room.State(name: hall),
            actions: roomActions,
            claims: [
                .always("messages are numbered from one without a gap") { $0.hasNoGap },
                .always("a message that is delivered again is there once") { $0.hasEachOnce },
                .always("each account is present once, by a visitor") { $0.isPresenceRight },
                .sometimes("Ada is here by two servers") { $0.members.count == 3 },
                .sometimes("both have said something") { Set($0.messages.map(\.author)).count == 2 },
            ],
            dependencies: { dependencies, _ in dependencies.roomDelivery = { _ in } }
        )
    }

    /// All actions that a server may send to the room: arrivals and departures in any order, and everything more than once.
    private static func roomActions(_ state: Room.State) -> [Room.Action] {
        var actions: [Room.Action] = [
            .renamed(ada.account, to: DisplayName.sample("Countess")), .running(["a"]), .running(["a", "b"]),
        ]
        for (visitor, member) in visitors {
            actions += [
                .enter(visitor, as: member, after: nil), .leave(visitor), .who(visitor),
                .history(visitor, after: 1),
            ]
            for id in ids where state.last < 2 || state.message(id, by: member.account) != nil {
                // Without an end there would be no last situation; a known message may be delivered again.
                actions.append(.say(visitor, as: member, id: id, text: hi, time: 3_000))
            }
        }
        return actions
    }

    /// A client's connection has one socket, or one wait, or none.
    static var connection: CheckedFlow<Connection> {
        CheckedFlow(
            name: "connection",
            feature: { Connection() },
            state: Connection.State(),
            actions: { state in
                (state.attempt < 3 ? [.connect] : []) + [.disconnect, .send(.who(room: hall))]
            },
            claims: [
                .always("frames and waits are of the newest attempt") { state in
                    state.pause.map { $0.attempt == state.attempt + 1 } ?? true
                },
                .alwaysInFlight("a connection without a socket runs at most a wait") {
                    $0.socket != nil || $1 <= 1
                },
                .always("a client that the server refused does not try again") {
                    $0.end?.code != .refused || $0.pause == nil
                },
                .sometimes("it waits") { $0.pause != nil },
                .sometimes("it comes back") { $0.phase == .online && $0.attempt > 1 },
            ],
            rules: ChatRules.connection,
            limits: CheckLimits(effectsInFlight: 3),
            dependencies: { dependencies, ask in
                dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(SameNumber())
                dependencies.chatLink = ChatLink(
                    open: { number in
                        let socket = Socket(number)
                        return AsyncStream(unfolding: {
                            let answers = socket.answers
                            guard !answers.isEmpty else { return nil }
                            return await ask("socket \(number)", answers).map { socket.note($0) }
                        })
                    },
                    send: { _, _ in }
                )
            }
        )
    }

    /// A client's room: no message is lost or twice, whatever order frames and connections have.
    static var conversation: CheckedFlow<Conversation> {
        CheckedFlow(
            name: "conversation",
            feature: { Conversation() },
            state: Conversation.State(room: hall, account: ada.account),
            actions: { state in
                var actions: [Conversation.Action] = [
                    .leave, .older, .input(.online), .input(.offline),
                    .input(.frame(.joined(room: hall, members: [ada], last: 2))),
                    .input(.frame(.came(room: hall, member: bob))),
                    .input(.frame(.went(room: hall, account: bob.account))),
                    .input(.frame(.refused(reason: "No.", room: hall, id: nil))),
                    .input(.frame(.messages(room: hall, after: 0, messages: messages, last: 3))),
                    .input(.frame(.messages(room: hall, after: 3, messages: [], last: 3))),
                ]
                actions += messages.map { .input(.frame(.message(room: hall, message: $0))) }
                for pending in state.pending {
                    actions.append(.input(.frame(.refused(reason: "No.", room: hall, id: pending.id))))
                }
                if state.pending.isEmpty { actions.append(.say(hi)) }
                return actions
            },
            claims: [
                .always("messages have no gap, and are there once") { state in
                    zip(state.messages, state.messages.dropFirst()).allSatisfy { $0.number + 1 == $1.number }
                },
                .always("the last known message is the last one there") { state in
                    state.messages.last.map { $0.number == state.last } ?? true
                },
                .always("an early message is later than the known ones") { state in
                    state.early.keys.allSatisfy { $0 > state.last ?? 0 }
                },
                .sometimes("all are there") { $0.messages.count == 3 },
                .sometimes("a message is pending without a connection") {
                    !$0.pending.isEmpty && !$0.isJoined
                },
            ],
            rules: ChatRules.conversation,
            dependencies: { dependencies, _ in
                dependencies.withRandomNumberGenerator = WithRandomNumberGenerator(SameNumber())
            }
        )
    }

    private static let messages = (1...3).map { number in
        Message(
            number: number,
            id: MessageID.sample("0000000\(number)"),
            author: bob.account,
            name: bob.name,
            text: hi,
            time: 3_000
        )
    }
}

/// The generator of a dependency that must not remember.
private struct SameNumber: RandomNumberGenerator {
    mutating func next() -> UInt64 { 7 }
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
