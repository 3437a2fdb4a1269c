// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// Messages in a room, over a connection that can be lost at any moment.
///
/// A message is pending until the server echoes it. The next connection sends it again with the same
/// identifier, and the server stores it once. Messages have numbers without gaps: a missing one is requested,
/// a repeated one is dropped. So no message is lost or doubled.
package struct Conversation: Reducer, Sendable {
    /// The actions of a room.
    @CasePathable
    package enum Action: Hashable, Sendable {
        case say(MessageText)
        case leave
        /// Requests messages before the oldest loaded one.
        case older
        case input(Input)
        case output(Output)

        /// The inputs of a room.
        @CasePathable
        package enum Input: Hashable, Sendable {
            /// The server answers, and has identified the client.
            case online
            case offline
            case frame(ServerFrame)
        }

        /// The outputs of a room.
        @CasePathable
        package enum Output: Hashable, Sendable {
            case send(ClientFrame)
            /// A message is new, from this member or another.
            case arrived(Message)
            case refused(String)
            case left
        }
    }

    @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .say(let text): return say(text, in: &state)
        case .leave: return state.isJoined ? send(.leave(room: state.room)) : .send(.output(.left))
        case .older: return askOlder(in: &state)
        case .input(.online):
            state.isAsking = true
            return send(.join(room: state.room, after: state.last))
        case .input(.offline):
            state.isJoined = false
            state.isAsking = false
            state.olderAfter = nil
            // They are requested again, because a message before them is still missing.
            state.early = [:]
            state.members = []
            return .none
        case .input(.frame(let frame)): return take(frame, in: &state)
        case .output: return .none
        }
    }

    private func say(_ text: MessageText, in state: inout State) -> Effect<Action> {
        let id = withRandomNumberGenerator { MessageID(using: &$0) }
        state.pending.append(Pending(id: id, text: text))
        return state.isJoined ? send(.say(room: state.room, id: id, text: text)) : .none
    }

    private func askOlder(in state: inout State) -> Effect<Action> {
        guard state.isJoined, state.olderAfter == nil, let first = state.messages.first?.number, first > 1,
            state.messages.count < Self.keptCount
        else { return .none }
        let after = max(0, first - 1 - FrameCoding.pageLength)
        state.olderAfter = after
        return send(.history(room: state.room, after: after))
    }

    private func take(_ frame: ServerFrame, in state: inout State) -> Effect<Action> {
        switch frame {
        case .joined(_, let members, _):
            state.isJoined = true
            state.members = members
            // Only the server knows whether they arrived before.
            return .merge(state.pending.map { send(.say(room: state.room, id: $0.id, text: $0.text)) })
        case .members(_, let members):
            state.members = members
            return .none
        case .came(_, let member):
            state.members.removeAll { $0.account == member.account }
            let place = state.members.firstIndex { $0.account > member.account } ?? state.members.endIndex
            state.members.insert(member, at: place)
            return .none
        case .went(_, let account):
            state.members.removeAll { $0.account == account }
            return .none
        case .left:
            return .send(.output(.left))
        case .message(_, let message):
            return take([message], of: message.number, in: &state)
        case .messages(_, let after, let messages, _) where after == state.olderAfter:
            state.olderAfter = nil
            state.insertOlder(messages)
            return .none
        case .messages(_, let after, let messages, let last):
            state.isAsking = false
            if state.last == nil { state.last = after }
            return take(messages, of: messages.isEmpty ? state.last ?? 0 : last, in: &state)
        case .refused(let reason, _, let id):
            if id == nil { state.isAsking = false }
            if let id { state.pending.removeAll { $0.id == id } }
            let told = Effect<Action>.send(.output(.refused(reason)))
            // A room that refuses entry is not entered again, unless messages are pending.
            guard id == nil, !state.isJoined, state.pending.isEmpty else { return told }
            return told.concatenate(with: .send(.output(.left)))
        case .signedUp, .signedIn, .renamed:
            return .none
        }
    }

    /// Inserts messages, and requests more if the room has newer ones than are known now.
    private func take(_ messages: [Message], of newest: Int, in state: inout State) -> Effect<Action> {
        for message in messages { state.settle(message) }
        let arrived = state.insert(messages)
        let told = Effect<Action>.merge(arrived.map { .send(.output(.arrived($0))) })
        guard state.isJoined, !state.isAsking, let last = state.last, last < newest else { return told }
        state.isAsking = true
        return told.merge(with: send(.history(room: state.room, after: last)))
    }

    private func send(_ frame: ClientFrame) -> Effect<Action> { .send(.output(.send(frame))) }
}
