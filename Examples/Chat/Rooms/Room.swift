// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary
package import TributaryLog

/// A room on the server: its members and messages.
///
/// The room is a store of the cluster. Each server with visitors has another store that applies the durable
/// actions of the first one, and that delivers the room's outputs by an effect. So a member who sees a
/// message can rely on it, whichever server has stored it.
package struct Room: Reducer, Sendable {
    /// A message, with the identifier from its author's client.
    package struct Said: Hashable, Sendable, Codable {
        let id: MessageID
        let text: MessageText
    }

    /// The actions from servers.
    @CasePathable
    package enum Action: Hashable, Sendable {
        /// A member enters, and asks for the messages after a given one; `nil` for the newest messages.
        case enter(Visitor, as: Member, after: Int?)
        case leave(Visitor)
        /// A member sends one or several messages, at a time in seconds since 1970.
        case say(Visitor, as: Member, [Said], time: Int)
        case renamed(AccountName, to: DisplayName)
        case history(Visitor, after: Int)
        case who(Visitor)
        /// Only these servers run; visitors of other servers are not connected any more.
        case running(Set<String>)
    }

    /// An output of the room: a frame to some of its visitors.
    package struct Output: Equatable, Sendable {
        package let frame: ServerFrame
        package let visitors: [Visitor]
    }

    @Dependency(\.roomDelivery) private var deliver

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        let outputs = Self.outputs(of: action, in: &state).filter { !$0.visitors.isEmpty }
        guard let deliver, !outputs.isEmpty else { return .none }
        return .run(name: "tell") { _ in
            for output in outputs { deliver(output) }
        }
        .cancellable(id: "tell", policy: .queue)  // keeps the order of outputs for each visitor
    }

    /// Applies an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The room.
    /// - Returns: The outputs for visitors, in order, to deliver once the action is durable.
    static func outputs(of action: Action, in state: inout State) -> [Output] {
        switch action {
        case .enter(let visitor, let member, let after):
            return enter(visitor, member, after, in: &state)
        case .leave(let visitor):
            return leave(visitor, in: &state)
        case .say(let visitor, let member, let said, let time):
            return said.flatMap { say(visitor, member, $0.id, $0.text, at: time, in: &state) }
        case .renamed(let account, let name):
            return rename(account, name, in: &state)
        case .history(let visitor, let after):
            guard state.members[visitor] != nil else { return notHere(visitor, state) }
            return [page(after: after, for: visitor, in: state)]
        case .who(let visitor):
            guard state.members[visitor] != nil else { return notHere(visitor, state) }
            return [Output(.members(room: state.name, members: state.present), [visitor])]
        case .running(let runs):
            let before = state.present
            state.members = state.members.filter { runs.contains($0.key.run) }
            return before.filter { !state.isPresent($0.account) }.map {
                Output(.went(room: state.name, account: $0.account), state.visitors)
            }
        }
    }

    // MARK: - Coming and going

    private static func enter(
        _ visitor: Visitor,
        _ member: Member,
        _ after: Int?,
        in state: inout State
    ) -> [Output] {
        let wasHere = state.isPresent(member.account)
        state.members[visitor] = member
        // The visitor receives new messages by itself; earlier ones are sent here.
        let start = after ?? max(0, state.last - FrameCoding.pageLength)
        let others = wasHere ? [] : state.visitors.filter { $0 != visitor }
        return [
            Output(.joined(room: state.name, members: state.present, last: state.last), [visitor]),
            Output(.came(room: state.name, member: member), others),
            page(after: start, for: visitor, in: state),
        ]
    }

    private static func leave(_ visitor: Visitor, in state: inout State) -> [Output] {
        guard let member = state.members.removeValue(forKey: visitor) else { return notHere(visitor, state) }
        let left = Output(.left(room: state.name), [visitor])
        guard !state.isPresent(member.account) else { return [left] }
        return [left, Output(.went(room: state.name, account: member.account), state.visitors)]
    }

    private static func rename(_ account: AccountName, _ name: DisplayName, in state: inout State) -> [Output]
    {
        guard state.isPresent(account) else { return [] }
        for (visitor, member) in state.members where member.account == account {
            state.members[visitor]?.name = name
        }
        let member = Member(account: account, name: name)
        return [Output(.came(room: state.name, member: member), state.visitors)]
    }

    // MARK: - Saying

    private static func say(
        _ visitor: Visitor,
        _ member: Member,
        _ id: MessageID,
        _ text: MessageText,
        at time: Int,
        in state: inout State
    ) -> [Output] {
        // The server has checked that they are present; a visitor who was removed by mistake loses nothing.
        let member = state.members[visitor] ?? member
        if let known = state.message(id, by: member.account) {
            // All others have it already; only its author waits for the echo.
            return [Output(.message(room: state.name, message: known), [visitor])]
        }
        let message = Message(
            number: state.last + 1,
            id: id,
            author: member.account,
            name: member.name,
            text: text,
            time: time
        )
        state.append(message)
        return [Output(.message(room: state.name, message: message), state.visitors)]
    }

    private static func page(after: Int, for visitor: Visitor, in state: State) -> Output {
        let after = max(0, after)
        let messages = state.page(after: after)
        return Output(
            .messages(room: state.name, after: after, messages: messages, last: state.last),
            [visitor]
        )
    }

    private static func notHere(_ visitor: Visitor, _ state: State) -> [Output] {
        [Output(.refused(reason: "You are not in the room.", room: state.name, id: nil), [visitor])]
    }
}

extension Room.Output {
    fileprivate init(_ frame: ServerFrame, _ visitors: [Room.Visitor]) {
        self.init(frame: frame, visitors: visitors)
    }
}

extension Room.Action {
    /// An action for one message.
    package static func say(
        _ visitor: Room.Visitor,
        as member: Member,
        id: MessageID,
        text: MessageText,
        time: Int
    ) -> Self {
        .say(visitor, as: member, [Room.Said(id: id, text: text)], time: time)
    }

    /// The identifiers of the messages.
    package var said: [MessageID] { if case .say(_, _, let said, _) = self { said.map(\.id) } else { [] } }

    /// Two messages of one visitor as one action; `nil` if the actions are not messages, or are too many.
    package func merged(with next: Self) -> Self? {
        guard case .say(let visitor, let member, let said, let time) = self,
            case .say(visitor, member, let more, _) = next, said.count + more.count <= 100
        else { return nil }
        return .say(visitor, as: member, said + more, time: time)
    }
}

extension Room.Action: Journaled {
    /// The versions of the actions' format; there is only one so far.
    ///
    /// A stricter rule for texts is a new version, too, because earlier messages are decoded by it.
    package static var coding: ActionCoding<Self> { .version(1) }
}

extension Room.Action.AllCasePaths {
    /// All actions, for a replica of the room.
    package var any: CasePath<Room.Action, Room.Action> { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension Dependencies {
    /// Delivers the outputs of a room; without it, the room delivers nothing, as at its owner.
    package var roomDelivery: (@Sendable (Room.Output) -> Void)? {
        get { self[RoomDeliveryKey.self] }
        set { self[RoomDeliveryKey.self] = newValue }
    }
}

private enum RoomDeliveryKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> (@Sendable (Room.Output) -> Void)? { nil }
}
