// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
import Connection
import Conversation
import SignIn

/// Formats events as lines; without times, so that the same script gives the same lines.
enum Transcript {
    static func line(of message: Message) -> String { "\(message.number). \(message.name): \(message.text)" }

    static func history(of state: Chat.State) -> [String] {
        guard let conversation = state.conversation else {
            return [problem("You are in no room; type “join hall”.")]
        }
        return conversation.messages.map(line)
            + conversation.pending.map { "⧗ \(state.signIn.member?.name.text ?? ""): \($0.text)" }
    }

    static func status(of state: Chat.State) -> [String] {
        let end =
            state.connection.end.map { " The last one was closed: \($0.reason) (\($0.code.rawValue))" } ?? ""
        let phase =
            switch state.connection.phase {
            case .offline: "There is no connection."
            case .connecting: "The client is connecting."
            case .online: "The connection is there."
            case .waiting: "The client tries again soon."
            }
        return [phase + end]
    }

    static func problem(_ text: String) -> String { "! " + text }
}
