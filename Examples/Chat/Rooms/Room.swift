// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol
package import Tributary

/// A room on the server: who is here, and what is said.
///
/// A message is sent to all members when it is stored, and not before; so a member who sees it can rely on it.
/// Messages are kept one batch after the other: while one is written, what is said gathers for the next.
package struct Room: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    package enum Action: Sendable {
        case input(Input)
        /// The drafts that were being written are kept.
        case kept([Kept])
        case keepingFailed
        /// A requested page was read; `nil` if reading failed.
        case page([Message]?, after: Int, for: Visitor)
        case output(Output)

        /// What the server tells the room.
        package enum Input: Equatable, Sendable {
            /// A member comes, and wants the messages after a given one; `nil` for the newest messages.
            case enter(Visitor, Member, after: Int?)
            case leave(Visitor)
            case say(Visitor, id: MessageID, text: MessageText)
            case renamed(AccountName, DisplayName)
            case history(Visitor, after: Int)
            case who(Visitor)
        }

        /// What the room tells: a frame to some of its visitors.
        package struct Output: Equatable, Sendable {
            package let frame: ServerFrame
            package let visitors: [Visitor]
        }
    }

    /// How many messages may wait to be kept; more are refused.
    package static let waitingLimit = 4096

    @Dependency(\.messageKeeping) private var messageKeeping

    package init() {}

    package func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(let input): take(input, in: &state)
        case .kept(let kept): publish(kept, in: &state)
        case .keepingFailed: refuseAll(in: &state)
        case .page(let messages, let after, let visitor): answer(messages, after, to: visitor, in: state)
        case .output: .none
        }
    }

    private func take(_ input: Action.Input, in state: inout State) -> Effect<Action> {
        switch input {
        case .enter(let visitor, let member, let after):
            enter(visitor, member, after, in: &state)
        case .leave(let visitor):
            leave(visitor, in: &state)
        case .say(let visitor, let id, let text):
            say(visitor, id, text, in: &state)
        case .renamed(let account, let name):
            rename(account, name, in: &state)
        case .history(let visitor, let after):
            state.members[visitor] == nil
                ? notHere(visitor, state) : readPage(after: after, for: visitor, in: state)
        case .who(let visitor):
            state.members[visitor] == nil
                ? notHere(visitor, state)
                : tell(.members(room: state.name, members: state.present), [visitor])
        }
    }

    // MARK: - Coming and going

    private func enter(
        _ visitor: Visitor,
        _ member: Member,
        _ after: Int?,
        in state: inout State
    ) -> Effect<Action> {
        let wasHere = state.isPresent(member.account)
        state.members[visitor] = member
        // What is said from now on reaches the visitor by itself; what was said before is read.
        let start = after ?? max(0, state.last - FrameCoding.pageLength)
        let others = wasHere ? [] : state.visitors.filter { $0 != visitor }
        return .merge(
            tell(.joined(room: state.name, members: state.present, last: state.last), [visitor]),
            tell(.came(room: state.name, member: member), others),
            readPage(after: start, for: visitor, in: state)
        )
    }

    private func leave(_ visitor: Visitor, in state: inout State) -> Effect<Action> {
        guard let member = state.members.removeValue(forKey: visitor) else { return notHere(visitor, state) }
        let left = tell(.left(room: state.name), [visitor])
        guard !state.isPresent(member.account) else { return left }
        return left.merge(with: tell(.went(room: state.name, account: member.account), state.visitors))
    }

    private func rename(_ account: AccountName, _ name: DisplayName, in state: inout State) -> Effect<Action>
    {
        guard state.isPresent(account) else { return .none }
        for (visitor, member) in state.members where member.account == account {
            state.members[visitor]?.name = name
        }
        return tell(.came(room: state.name, member: Member(account: account, name: name)), state.visitors)
    }

    // MARK: - Saying

    private func say(
        _ visitor: Visitor,
        _ id: MessageID,
        _ text: MessageText,
        in state: inout State
    ) -> Effect<Action> {
        guard let member = state.members[visitor] else { return notHere(visitor, state, about: id) }
        guard state.waiting.count < Self.waitingLimit else {
            return tell(
                .refused(reason: "The room cannot keep up; say it again later.", room: state.name, id: id),
                [visitor]
            )
        }
        let draft = Draft(id: id, author: member.account, name: member.name, text: text)
        state.waiting.append(Waiting(draft: draft, visitor: visitor))
        return keepNext(in: &state)
    }

    private func keepNext(in state: inout State) -> Effect<Action> {
        guard state.writing.isEmpty, !state.waiting.isEmpty else { return .none }
        state.writing = state.waiting
        state.waiting = []
        return .run(name: "keep messages") { [room = state.name, drafts = state.writing.map(\.draft)] send in
            await send(.kept(try await messageKeeping.keep(room, drafts)))
        } catch: { _, send in
            await send(.keepingFailed)
        }
    }

    private func publish(_ kept: [Kept], in state: inout State) -> Effect<Action> {
        let sources = state.writing
        state.writing = []
        let everybody = state.visitors
        var effects: [Effect<Action>] = []
        for (kept, source) in zip(kept, sources) {
            let frame = ServerFrame.message(room: state.name, message: kept.message)
            if kept.isKnown {
                // Everybody has it already; only its author waits for the echo.
                effects.append(tell(frame, [source.visitor]))
            } else {
                state.last = max(state.last, kept.message.number)
                effects.append(tell(frame, everybody))
            }
        }
        effects.append(keepNext(in: &state))
        return .merge(effects)
    }

    /// Nothing of the batch was kept; what waits may fare better.
    private func refuseAll(in state: inout State) -> Effect<Action> {
        let refused = state.writing
        state.writing = []
        let effects = refused.map { waiting in
            tell(
                .refused(
                    reason: "The message could not be kept; say it again later.",
                    room: state.name,
                    id: waiting.draft.id
                ),
                [waiting.visitor]
            )
        }
        return .merge(effects + [keepNext(in: &state)])
    }

    // MARK: - Telling

    private func readPage(after: Int, for visitor: Visitor, in state: State) -> Effect<Action> {
        let after = max(0, after)
        return .run(name: "read a page") { [room = state.name] send in
            let page = try await messageKeeping.page(room, after, FrameCoding.pageLength)
            await send(.page(page, after: after, for: visitor))
        } catch: { _, send in
            await send(.page(nil, after: after, for: visitor))
        }
    }

    private func answer(
        _ messages: [Message]?,
        _ after: Int,
        to visitor: Visitor,
        in state: State
    ) -> Effect<Action> {
        guard state.members[visitor] != nil else { return .none }
        guard let messages else {
            let reason = "The messages of the room cannot be read now; try again later."
            return tell(.refused(reason: reason, room: state.name, id: nil), [visitor])
        }
        let last = max(state.last, messages.last?.number ?? 0)
        return tell(.messages(room: state.name, after: after, messages: messages, last: last), [visitor])
    }

    private func notHere(_ visitor: Visitor, _ state: State, about id: MessageID? = nil) -> Effect<Action> {
        tell(.refused(reason: "You are not in the room.", room: state.name, id: id), [visitor])
    }

    private func tell(_ frame: ServerFrame, _ visitors: [Visitor]) -> Effect<Action> {
        visitors.isEmpty ? .none : .send(.output(Action.Output(frame: frame, visitors: visitors)))
    }
}
