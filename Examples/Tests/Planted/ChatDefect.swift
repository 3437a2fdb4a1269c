// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Connection
import Tributary

@testable import ChatFeature
@testable import Conversation
@testable import SignIn

/// Defects of the chat's client.
enum ChatDefect: String, Defect {
    case ownMessagesUnread, echoStaysPending, leftRoomShown, tokenOutlivesRefusal

    private static let swift = RoomName(checked: "swift")
    private static let rust = RoomName(checked: "rust")
    private static let ada = AccountName(checked: "ada")

    static var initialState: Chat.State { Chat.State() }

    static func noise(_ number: Int) -> Chat.Action { .signIn(.output(.failed("Noise \(number)"))) }

    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers) {
        dependencies.chatLink = ChatLink { _ in
            AsyncStream { _ in }
        } send: { _, _ in
        }
    }

    var steps: [Step<Chat.State, Chat.Action>] {
        [
            .send(.signIn(.signIn(Self.ada, password: "correct horse", code: "123456"))), Self.event(.opened),
            Self.frame(.signedIn(name: Self.ada, shown: DisplayName(Self.ada), token: "t")),
        ] + Self.enter(Self.rust) + Self.enter(Self.swift) + [
            .send(.rooms(.element(id: Self.rust, action: .say(MessageText(checked: "Hello"))))),
            .send {
                .connection(
                    .link($0.connection.attempt, .frame(.message(room: Self.rust, message: Self.echo($0))))
                )
            },
            Self.frame(.left(room: Self.swift)),
            Self.event(.closed(.refused, reason: "Somebody else signed in.")),
        ]
    }

    private static func event(_ event: LinkEvent) -> Step<Chat.State, Chat.Action> {
        .send(.connection(.link(1, event)))
    }

    private static func frame(_ frame: ServerFrame) -> Step<Chat.State, Chat.Action> { event(.frame(frame)) }

    private static func enter(_ room: RoomName) -> [Step<Chat.State, Chat.Action>] {
        [
            .send(.join(room)),
            frame(.joined(room: room, members: [Member(account: ada, name: DisplayName(ada))], last: 0)),
            frame(.messages(room: room, after: 0, messages: [], last: 0)),
        ]
    }

    /// The server's echo of the pending message.
    private static func echo(_ state: Chat.State) -> Message {
        guard let pending = state.rooms[id: rust]?.pending.first else {
            preconditionFailure("Nothing was said.")
        }
        return Message(
            number: 1,
            id: pending.id,
            author: ada,
            name: DisplayName(ada),
            text: pending.text,
            time: 0
        )
    }

    func reducer(_ answers: Answers) -> AnyReducer<Chat.State, Chat.Action> {
        Chat().wrapped { state, action, reduce in
            switch (self, action) {
            case (.ownMessagesUnread, .rooms(.element(let room, .output(.arrived(let message))))):
                guard room != state.current else { return .none }
                state.unread[room, default: Chat.Unread(count: 0, first: message.number)].count += 1
                return .none
            case (.echoStaysPending, .rooms(.element(let room, .input(.frame(.message))))):
                let pending = state.rooms[id: room]?.pending ?? []
                let effect = reduce(&state, action)
                state.rooms[id: room]?.pending = pending
                return effect
            case (.leftRoomShown, .rooms(.element(_, .output(.left)))):
                let current = state.current
                let effect = reduce(&state, action)
                state.current = current
                return effect
            case (.tokenOutlivesRefusal, .signIn(.input(.offline))):
                let token = state.signIn.token
                let effect = reduce(&state, action)
                state.signIn.token = token
                return effect
            default: return reduce(&state, action)
            }
        }
    }
}
