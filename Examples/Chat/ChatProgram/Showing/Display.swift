// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
import Connection
import Conversation
import SignIn
package import TerminalKit
import Tributary

/// Everything that is shown, as components below each other.
@MainActor
package struct Display {
    /// The messages of the room, as far as they are scrolled.
    package struct Messages: Equatable {
        package var lines: [Line] = []
        package var scroll = 0

        package enum Line: Equatable {
            case said(String)
            /// It is not echoed yet.
            case pending(String)
        }
    }

    package let heading = TerminalComponent<String>(height: .rows(1)) { text, _ in [StyledLine(text, .bar)] }
    package let members = TerminalComponent<String>(height: .rows(1)) { text, _ in [StyledLine(text, .faint)]
    }
    package let messages = TerminalComponent(props: Messages()) { $0.shown(in: $1) }
    package let answer = TerminalComponent<[String]>(height: .fitting) { lines, size in
        lines.flatMap { $0.wrapped(to: size.columns) }.suffix(max(1, size.rows - 6)).map { line in
            StyledLine(line, line.hasPrefix("!") ? .problem : .good)
        }
    }
    package let field = TerminalComponent<TextField>(height: .rows(1)) { field, size in
        [StyledLine("> ", .bold) + field.line(in: max(1, size.columns - 2))]
    }
    package let hints = TerminalComponent<String>(height: .rows(1), props: Self.hintText) { text, _ in
        [StyledLine(text, .faint)]
    }

    package init() {}

    /// The components from top to bottom.
    package var components: [any TerminalRegion] { [heading, members, messages, answer, field, hints] }

    /// Shows what the two stores hold.
    ///
    /// - Parameters:
    ///   - chat: The client.
    ///   - prompt: What is typed.
    /// - Returns: The connection.
    func connect(to chat: StoreOf<Chat>, _ prompt: StoreOf<Prompt>) -> ObservationToken {
        ObservationToken([
            heading.connect(to: chat, props: Self.headingText),
            members.connect(to: chat, props: Self.memberText),
            messages.part(\.lines).connect(to: chat, state: \.conversation, props: Self.lines),
            messages.part(\.scroll).connect(to: prompt, state: \.scroll) { $0 },
            answer.connect(to: prompt, state: \.answer) { $0 },
            field.connect(to: prompt, props: \.shownField),
        ])
    }

    private static let hintText =
        "Enter says it · /help shows the commands · PgUp PgDn scroll · Tab next room · Ctrl-C ends"

    private static func headingText(_ state: Chat.State) -> String {
        let room = state.current.map { "#\($0)" } ?? "Chat"
        let name = state.signIn.member.map { " as \($0.name)" } ?? ""
        let others = state.rooms.count > 1 ? " · \(state.rooms.count) rooms" : ""
        let phase =
            switch state.connection.phase {
            case .online: state.signIn.isRecognised ? "here" : "connected, not signed in"
            case .connecting: "connecting…"
            case .waiting: "no connection; trying again soon"
            case .offline: "no connection"
            }
        return "\(room)\(name)\(others) · \(phase)"
    }

    private static func memberText(_ state: Chat.State) -> String {
        if let notice = state.notice, notice.isProblem, !state.isOnline { return notice.text }
        return state.conversation?.members.map(\.name.text).joined(separator: ", ") ?? ""
    }

    private static func lines(_ conversation: Conversation.State?) -> [Messages.Line] {
        guard let conversation else { return [] }
        return conversation.messages.map { .said("\($0.name): \($0.text)") }
            + conversation.pending.map { .pending("⧗ \($0.text)") }
    }
}

extension Display.Messages {
    /// As many of the newest lines as there is room for, the newest at the bottom.
    func shown(in size: WindowSize) -> [StyledLine] {
        let end = max(min(lines.count, 1), lines.count - scroll)
        var shown: [StyledLine] = []
        for line in lines[..<end].reversed() {
            let (text, style): (String, LineStyle) =
                switch line {
                case .said(let text): (text, .plain)
                case .pending(let text): (text, .faint)
                }
            shown = text.wrapped(to: size.columns).map { StyledLine($0, style) } + shown
            if shown.count >= size.rows { break }
        }
        shown = Array(shown.suffix(size.rows))
        return Array(repeating: StyledLine(""), count: size.rows - shown.count) + shown
    }
}
