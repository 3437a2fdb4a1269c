// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import ChatTestSupport
import Tributary

@testable import Conversation
@testable import Rooms

/// The room of a server and two clients of it, between which a connection may be cut, and a server that may be killed.
///
/// Frames in flight are lost then. The server's journal does no more than it promises: outputs of the room
/// leave it when the action is durable, and actions that are not durable are lost with the server.
struct LossyWorld: Reducer {
    struct Client: Equatable {
        var conversation: Conversation.State
        var visitor: Room.Visitor?
        var up: [ClientFrame] = []
        var down: [ServerFrame] = []
        /// All messages that were ever sent here.
        var said: Set<MessageID> = []

        init(_ account: AccountName) { conversation = Conversation.State(room: hall, account: account) }

        /// Loses the connection, and all frames in flight on it.
        mutating func cut() {
            visitor = nil
            up = []
            down = []
        }
    }

    struct State: Equatable {
        var room = Room.State(name: hall)
        /// The room as the journal has it.
        var kept = Room.State(name: hall)
        /// The outputs of actions that are not durable yet.
        var untold: [Room.Output] = []
        var first = Client(ada)
        var second = Client(bob)
        var visitorCount = 0

        /// The durable messages of the server.
        var log: [Message] { kept.messages }
    }

    enum Step: CaseIterable {
        case connect, cut, deliverUp, deliverDown, say
    }

    enum ServerStep: CaseIterable {
        case commit, kill
    }

    @CasePathable
    enum Action {
        case first(Conversation.Action)
        case second(Conversation.Action)
        case stepFirst(Step)
        case stepSecond(Step)
        case server(ServerStep)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.first.conversation, action: \.first) { Conversation() }
        Scope(state: \.second.conversation, action: \.second) { Conversation() }
        Reduce { state, action in
            switch action {
            case .stepFirst(let step):
                let (room, own) = perform(step, on: &state.first, &state.visitorCount)
                return effect(room, own.map(Action.first), &state)
            case .stepSecond(let step):
                let (room, own) = perform(step, on: &state.second, &state.visitorCount)
                return effect(room, own.map(Action.second), &state)
            case .first(let action): note(action, on: &state.first)
            case .second(let action): note(action, on: &state.second)
            case .server(.commit): commit(&state)
            case .server(.kill):
                state.room = state.kept
                state.untold = Room.outputs(of: .running([]), in: &state.room)
                state.first.cut()
                state.second.cut()
                return .merge(
                    .send(.first(.input(.offline))),
                    .send(.second(.input(.offline)))
                )
            }
            return .none
        }
    }

    private func effect(_ action: Room.Action?, _ own: Action?, _ state: inout State) -> Effect<Action> {
        if let action { state.untold += Room.outputs(of: action, in: &state.room) }
        return own.map { .send($0) } ?? .none
    }

    private func commit(_ state: inout State) {
        state.kept = state.room
        for output in state.untold {
            if let visitor = state.first.visitor, output.visitors.contains(visitor) {
                state.first.down.append(output.frame)
            }
            if let visitor = state.second.visitor, output.visitors.contains(visitor) {
                state.second.down.append(output.frame)
            }
        }
        state.untold = []
    }

    private func perform(
        _ step: Step,
        on client: inout Client,
        _ count: inout Int
    ) -> (Room.Action?, Conversation.Action?) {
        switch step {
        case .say: return (nil, .say(text("Message \(client.said.count)")))
        case .connect:
            guard client.visitor == nil else { return (nil, nil) }
            count += 1
            client.visitor = Room.Visitor(count, at: "here")
            return (nil, .input(.online))
        case .cut:
            guard let visitor = client.visitor else { return (nil, nil) }
            client.cut()
            return (.leave(visitor), .input(.offline))
        case .deliverUp:
            guard let visitor = client.visitor, !client.up.isEmpty else { return (nil, nil) }
            return (action(client.up.removeFirst(), visitor, client.conversation.account), nil)
        case .deliverDown:
            guard !client.down.isEmpty else { return (nil, nil) }
            return (nil, .input(.frame(client.down.removeFirst())))
        }
    }

    private func action(
        _ frame: ClientFrame,
        _ visitor: Room.Visitor,
        _ account: AccountName
    ) -> Room.Action? {
        let member = Member(account: account, name: DisplayName(account))
        return switch frame {
        case .join(_, let after):
            .enter(visitor, as: member, after: after)
        case .say(_, let id, let text): .say(visitor, as: member, id: id, text: text, time: 0)
        case .history(_, let after): .history(visitor, after: after)
        default: nil
        }
    }

    private func note(_ action: Conversation.Action, on client: inout Client) {
        switch action {
        case .say: client.said.formUnion(client.conversation.pending.map(\.id))
        case .output(.send(let frame)): if client.visitor != nil { client.up.append(frame) }
        default: break
        }
    }
}

extension LossyWorld.State {
    /// Whether a client shows the server's messages from some number on without a gap.
    func isFaithful(_ client: LossyWorld.Client) -> Bool {
        let shown = client.conversation.messages
        guard let first = shown.first else { return true }
        let start = first.number - 1
        return start + shown.count <= log.count && Array(log[start..<start + shown.count]) == shown
    }

    /// Whether all messages that were ever sent are either pending or stored, and no others.
    func isAccountedFor(_ client: LossyWorld.Client) -> Bool {
        let pending = client.conversation.pending.map(\.id)
        let kept = log.filter { $0.author == client.conversation.account }.map(\.id)
        return Set(pending).count == pending.count && Set(pending + kept) == client.said
    }

    /// Whether no message is shown both as stored and as pending.
    func isSettledOnce(_ client: LossyWorld.Client) -> Bool {
        Set(client.conversation.pending.map(\.id)).isDisjoint(with: client.conversation.messages.map(\.id))
    }
}
