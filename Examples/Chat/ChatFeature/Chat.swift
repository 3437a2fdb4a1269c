// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Connection
package import Conversation
package import SignIn
package import Tributary

/// The client: connects the outputs of one feature to the inputs of the others.
package struct Chat: Reducer, Sendable {
    /// The actions of the client.
    @CasePathable
    package enum Action: Sendable {
        case connection(Connection.Action)
        case signIn(SignIn.Action)
        case rooms(IdentifiedAction<RoomName, Conversation.Action>)
        /// Enters a room, and shows it.
        case join(RoomName)
        /// Shows a room that was entered before.
        case show(RoomName)
        case rename(DisplayName)
        case quit
    }

    package init() {}

    package var body: some Reducer<State, Action> {
        Scope(state: \.connection, action: \.connection) { Connection() }
        Scope(state: \.signIn, action: \.signIn) { SignIn() }
        Reduce { state, action in
            switch action {
            case .connection(.output(let output)): return take(output, in: &state)
            case .signIn(.output(let output)): return take(output, in: &state)
            case .signIn(.signUp), .signIn(.signIn), .signIn(.guest): return .send(.connection(.connect))
            case .rooms(.element(let room, .output(let output))): return take(output, from: room, in: &state)
            case .join(let room): return join(room, in: &state)
            case .show(let room):
                if state.rooms[id: room] != nil { state.show(room) }
                return .none
            case .rename(let name): return rename(name, in: &state)
            case .quit: return .send(.connection(.disconnect))
            case .connection, .signIn, .rooms: return .none
            }
        }
        .forEach(\.rooms, action: \.rooms) { Conversation() }
    }

    private func take(_ output: Connection.Action.Output, in state: inout State) -> Effect<Action> {
        switch output {
        case .online:
            return .send(.signIn(.input(.online)))
        case .offline(let end):
            if end.code != .normal {
                state.note("The connection is closed: \(end.reason) (\(end.code.rawValue))")
            }
            let isRefusal = end.code == .refused || end.code == .tooMany || end.code == .notSignedIn
            return .merge(
                [.send(.signIn(.input(.offline(isRefusal: isRefusal, reason: end.reason))))]
                    + state.rooms.ids.map { .send(.rooms(.element(id: $0, action: .input(.offline)))) }
            )
        case .frame(let frame):
            guard let room = frame.room else { return .send(.signIn(.input(.frame(frame)))) }
            guard state.rooms[id: room] != nil else { return .none }
            return .send(.rooms(.element(id: room, action: .input(.frame(frame)))))
        }
    }

    private func take(_ output: SignIn.Action.Output, in state: inout State) -> Effect<Action> {
        switch output {
        case .send(let frame): return .send(.connection(.send(frame)))
        case .signedIn(let member):
            state.note("You are signed in as \(member.name).", isProblem: false)
            // The rooms of another account do not concern this one.
            state.rooms.removeAll { $0.account != member.account }
            state.unread = state.unread.filter { state.rooms[id: $0.key] != nil }
            if state.conversation == nil { state.show(state.rooms.ids.first) }
            return .merge(state.rooms.ids.map { .send(.rooms(.element(id: $0, action: .input(.online)))) })
        case .signedUp(let name):
            state.note("The account \(name) is made.", isProblem: false)
            return .none
        case .renamed(let name):
            state.note("You are called \(name) now.", isProblem: false)
            return .none
        case .failed(let reason):
            state.note(reason)
            return .none
        }
    }

    private func take(
        _ output: Conversation.Action.Output,
        from room: RoomName,
        in state: inout State
    ) -> Effect<Action> {
        switch output {
        case .send(let frame): return .send(.connection(.send(frame)))
        case .arrived(let message):
            guard room != state.current, message.author != state.signIn.member?.account else { return .none }
            state.unread[room, default: Unread(count: 0, first: message.number)].count += 1
            return .none
        case .refused(let reason):
            state.note(reason)
            return .none
        case .left:
            state.rooms.remove(id: room)
            state.unread[room] = nil
            if state.current == room { state.show(state.rooms.ids.last) }
            return .none
        }
    }

    private func join(_ room: RoomName, in state: inout State) -> Effect<Action> {
        guard let account = state.signIn.member?.account else {
            state.note("Sign in first.")
            return .none
        }
        state.show(room)
        guard state.rooms[id: room] == nil else { return .none }
        state.rooms.append(Conversation.State(room: room, account: account))
        return state.isOnline ? .send(.rooms(.element(id: room, action: .input(.online)))) : .none
    }

    private func rename(_ name: DisplayName, in state: inout State) -> Effect<Action> {
        guard state.isOnline else {
            state.note("You can be renamed when the connection is back.")
            return .none
        }
        return .send(.connection(.send(.rename(name))))
    }
}

extension ServerFrame {
    /// The room that the frame is about.
    var room: RoomName? {
        switch self {
        case .joined(let room, _, _), .left(let room), .members(let room, _), .came(let room, _),
            .went(let room, _), .messages(let room, _, _, _), .message(let room, _):
            room
        case .refused(_, let room, _): room
        case .signedUp, .signedIn, .renamed: nil
        }
    }
}
