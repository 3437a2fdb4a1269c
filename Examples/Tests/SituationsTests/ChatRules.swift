// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatProtocol
import Tributary

@testable import Connection
@testable import Conversation

/// The rules of the chat's client.
enum ChatRules {
    static let connection = Rules<Connection.State, Connection.Action>(
        holds: { before, action, after in
            if case .link(let number, .closed(let code, let reason)) = action, number == before.socket {
                return isLost(Connection.End(code: code, reason: reason), before, after)
            }
            return after
                == changed(before) { state in
                    switch action {
                    case .connect where before.socket == nil:
                        (state.attempt, state.failureCount) = (before.attempt + 1, 0)
                        state.phase = .connecting
                    case .disconnect where before.phase != .offline:
                        state.phase = .offline
                        state.end = Connection.End(code: .normal, reason: "")
                    case .link(before.socket, .opened):
                        state.phase = .online
                        state.end = nil
                    case .link(before.socket, .frame): state.failureCount = 0
                    case .retry(before.pause?.attempt):
                        state.attempt += 1
                        state.phase = .connecting
                    case .connect, .disconnect, .link, .retry, .send, .output: break
                    }
                }
        },
        outputs: { before, action, _ in
            switch action {
            case .disconnect where before.phase != .offline:
                [.output(.offline(Connection.End(code: .normal, reason: "")))]
            case .link(before.socket, .opened): [.output(.online)]
            case .link(before.socket, .frame(let frame)): [.output(.frame(frame))]
            case .link(before.socket, .closed(let code, let reason)):
                [.output(.offline(Connection.End(code: code, reason: reason)))]
            default: []
            }
        }
    )

    /// The client waits for its next attempt, or is offline if it was refused.
    private static func isLost(
        _ end: Connection.End,
        _ before: Connection.State,
        _ after: Connection.State
    ) -> Bool {
        let longest = min(before.backOff.first * (1 << before.failureCount), before.backOff.limit)
        let isRight =
            if let pause = after.pause {
                end.code.isWorthRetrying && pause.attempt == before.attempt + 1
                    && (longest / 2...longest).contains(pause.delay)
            } else {
                !end.code.isWorthRetrying && after.phase == .offline
            }
        return isRight
            && after
                == changed(before) {
                    $0.end = end
                    $0.failureCount += 1
                    $0.phase = after.phase
                }
    }

    static let conversation = Rules<Conversation.State, Conversation.Action>(
        holds: { before, action, after in
            switch action {
            case .say(let text):
                after.pending.last?.text == text
                    && after == changed(before) { $0.pending += after.pending.suffix(1) }
            case .leave, .output: after == before
            case .older: after == changed(before) { $0.olderAfter = after.olderAfter }
            case .input(.online): after == changed(before) { $0.isAsking = true }
            case .input(.offline):
                after
                    == changed(before) {
                        ($0.isJoined, $0.isAsking, $0.olderAfter) = (false, false, nil)
                        ($0.early, $0.members) = ([:], [])
                    }
            case .input(.frame(let frame)): isTaken(frame, before, after)
            }
        },
        outputs: { before, action, after in
            switch action {
            case .say(let text):
                guard before.isJoined, let said = after.pending.last else { return [] }
                return [request(.say(room: before.room, id: said.id, text: text))]
            case .leave:
                return before.isJoined ? [request(.leave(room: before.room))] : [.output(.left)]
            case .older:
                guard let start = after.olderAfter, before.olderAfter == nil else { return [] }
                return [request(.history(room: before.room, after: start))]
            case .input(.online): return [request(.join(room: before.room, after: before.last))]
            case .input(.frame(let frame)): return outputs(of: frame, before, after)
            case .input(.offline), .output: return []
            }
        }
    )

    private static func request(_ frame: ClientFrame) -> Conversation.Action { .output(.send(frame)) }

    private static func isTaken(
        _ frame: ServerFrame,
        _ before: Conversation.State,
        _ after: Conversation.State
    ) -> Bool {
        switch frame {
        case .message(_, let message):
            return after == taking([message], up: message.number, before)
        case .messages(_, let start, let messages, let last):
            let asked = changed(before) { ($0.isAsking, $0.last) = (false, before.last ?? start) }
            return after == taking(messages, up: messages.isEmpty ? 0 : last, asked)
        default: break
        }
        return after
            == changed(before) { state in
                switch frame {
                case .joined(_, let members, _): (state.isJoined, state.members) = (true, members)
                case .members(_, let members): state.members = members
                case .came(_, let member):
                    let others = before.members.filter { $0.account != member.account }
                    state.members = (others + [member]).sorted { $0.account < $1.account }
                case .went(_, let account): state.members.removeAll { $0.account == account }
                case .refused(_, _, let id?): state.pending.removeAll { $0.id == id }
                case .refused: state.isAsking = false
                default: break
                }
            }
    }

    /// A client that has these messages too: all up to the first gap are there, and the later ones wait.
    private static func taking(
        _ messages: [Message],
        up newest: Int,
        _ before: Conversation.State
    ) -> Conversation.State {
        var after = before
        let waiting = before.early.merging(messages.map { ($0.number, $0) }) { old, _ in old }
        while let next = after.last.flatMap({ waiting[$0 + 1] }) {
            after.messages.append(next)
            after.last = next.number
        }
        after.early = waiting.filter { $0.key > after.last ?? 0 }
        after.pending.removeAll { pending in messages.contains { $0.id == pending.id } }
        if !missing(before.isAsking, newest, after).isEmpty { after.isAsking = true }
        return after
    }

    private static func outputs(
        of frame: ServerFrame,
        _ before: Conversation.State,
        _ after: Conversation.State
    ) -> [Conversation.Action] {
        let arrived = after.messages.dropFirst(before.messages.count)
            .map { Conversation.Action.output(.arrived($0)) }
        switch frame {
        case .joined:
            return before.pending.map { request(.say(room: before.room, id: $0.id, text: $0.text)) }
        case .refused(let reason, _, let id):
            let isLeft = id == nil && !before.isJoined && before.pending.isEmpty
            return [.output(.refused(reason))] + (isLeft ? [.output(.left)] : [])
        case .left: return [.output(.left)]
        case .message(_, let message):
            return arrived + missing(before.isAsking, message.number, after)
        case .messages(_, _, let messages, let last):
            return arrived + missing(false, messages.isEmpty ? 0 : last, after)
        default: return []
        }
    }

    /// The request for messages that the server has and the client has not, unless it waits for some.
    private static func missing(
        _ isAsking: Bool,
        _ newest: Int,
        _ after: Conversation.State
    ) -> [Conversation.Action] {
        guard after.isJoined, !isAsking, let last = after.last, last < newest else { return [] }
        return [request(.history(room: after.room, after: last))]
    }
}
