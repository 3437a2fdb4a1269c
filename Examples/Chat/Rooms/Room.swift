// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary
package import TributaryLog

/// A room on the server: who is here, and what is said.
///
/// It is a store of a cluster, and of each server with visitors there is one more, which does what is durable in that one. What a
/// room tells it tells there, by an effect: so a member who sees a message can rely on it, whichever server has kept it.
package struct Room: Reducer, Sendable {
    /// Something that is said, as its author's client calls it.
    package struct Said: Hashable, Sendable, Codable {
        let id: MessageID
        let text: MessageText
    }

    /// What the server tells the room.
    @CasePathable
    package enum Action: Hashable, Sendable {
        /// A member comes, and wants the messages after a given one; `nil` for the newest messages.
        case enter(Visitor, as: Member, after: Int?)
        case leave(Visitor)
        /// Somebody says something, or several things one after the other, at a time in seconds since 1970.
        case say(Visitor, as: Member, [Said], time: Int)
        case renamed(AccountName, to: DisplayName)
        case history(Visitor, after: Int)
        case who(Visitor)
        /// Only these servers run, and who was here by another one has no connection any more.
        case running(Set<String>)
    }

    /// What the room tells: a frame to some of its visitors.
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
        .cancellable(id: "tell", policy: .queue)  // each visitor hears the room in its order
    }

    /// Does what an action says.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - state: The room.
    /// - Returns: What the visitors have to be told, in this order, once it is kept.
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
        // What is said from now on reaches the visitor by itself; what was said before is read.
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
        // The server has seen that they are here; one that was taken for dead meanwhile loses nothing.
        let member = state.members[visitor] ?? member
        if let known = state.message(id, by: member.account) {
            // Everybody has it already; only its author waits for the echo.
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
    /// One thing that somebody says.
    package static func say(
        _ visitor: Room.Visitor,
        as member: Member,
        id: MessageID,
        text: MessageText,
        time: Int
    ) -> Self {
        .say(visitor, as: member, [Room.Said(id: id, text: text)], time: time)
    }

    /// What is said.
    package var said: [MessageID] { if case .say(_, _, let said, _) = self { said.map(\.id) } else { [] } }

    /// Two things that one visitor says, one after the other; `nil` if they are no such things, or too many.
    package func merged(with next: Self) -> Self? {
        guard case .say(let visitor, let member, let said, let time) = self,
            case .say(visitor, member, let more, _) = next, said.count + more.count <= 100
        else { return nil }
        return .say(visitor, as: member, said + more, time: time)
    }
}

extension Room.Action: Journaled {
    /// What has changed since rooms are in a cluster: nothing yet.
    ///
    /// A rule for texts that becomes stricter is a change, too, as what was said before is decoded by it.
    package static var coding: ActionCoding<Self> { .version(1) }
}

extension Room.Action.AllCasePaths {
    /// All of them, for who follows a room.
    package var any: CasePath<Room.Action, Room.Action> { CasePath(embed: { $0 }, extract: { $0 }) }
}

extension Dependencies {
    /// Takes what a room tells, away from the room; without it the room tells nothing, as at its owner.
    package var roomDelivery: (@Sendable (Room.Output) -> Void)? {
        get { self[RoomDeliveryKey.self] }
        set { self[RoomDeliveryKey.self] = newValue }
    }
}

private enum RoomDeliveryKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> (@Sendable (Room.Output) -> Void)? { nil }
}
