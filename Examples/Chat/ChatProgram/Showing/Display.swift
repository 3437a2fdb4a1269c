// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
import Connection
import Conversation
package import Foundation
import SignIn
package import TerminalKit
import Tributary

/// Everything on the screen, as components below each other.
@MainActor
package struct Display {
    /// The messages of the room, from the scroll position.
    package struct Messages: Equatable {
        package var lines: [Line] = []
        package var scroll = 0

        package enum Line: Equatable {
            case said(Said)
            /// The beginning of a day, or of the new messages.
            case divider(String)
            /// A message that is not echoed yet.
            case pending(String)
        }
    }

    /// A message as it is shown.
    package struct Said: Equatable {
        package let clock: String
        package let name: String
        /// The author; all names of one author have the same style.
        package let author: String
        package let text: String
    }

    package let heading = TerminalComponent<String>(height: .rows(1)) { text, _ in [StyledLine(text, .bar)] }
    package let rooms = TerminalComponent<[RoomTab]>(height: .fitting) { tabs, _ in
        guard tabs.count > 1 else { return [] }
        return [
            tabs.map { StyledLine("#\($0.text)", $0.isShown ? .selected : $0.isUnread ? .accent : .faint) }
                .reduce(StyledLine("")) { $0 + StyledLine(" ") + $1 }
        ]
    }
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
    package let hints = TerminalComponent<[String]>(height: .fitting, props: []) { lines, size in
        guard !lines.isEmpty else { return HintLines.lines(Display.keys, in: size) }
        return lines.prefix(max(1, size.rows / 2)).map(Self.hint)
    }

    private let timeZone: TimeZone

    /// Makes the components of the chat.
    ///
    /// - Parameter timeZone: The time zone of the times of messages.
    package init(timeZone: TimeZone) { self.timeZone = timeZone }

    /// The components from top to bottom.
    package var components: [any TerminalRegion] {
        [heading, rooms, members, messages, answer, field, hints]
    }

    /// Shows the state of the two stores.
    ///
    /// - Parameters:
    ///   - chat: The client.
    ///   - prompt: The input.
    /// - Returns: The connection.
    func connect(to chat: StoreOf<Chat>, _ prompt: StoreOf<Prompt>) -> ObservationToken {
        ObservationToken([
            heading.connect(to: chat, props: Self.headingText),
            rooms.connect(to: chat, props: RoomTab.all),
            members.connect(to: chat, props: Self.memberText),
            messages.part(\.lines).connect(to: chat) { [timeZone] in Self.lines($0, timeZone) },
            messages.part(\.scroll).connect(to: prompt, state: \.scroll) { $0 },
            answer.connect(to: prompt, state: \.answer) { $0 },
            field.connect(to: prompt, props: \.shownField),
            hints.connect(to: prompt, props: \.hints),
        ])
    }

    /// The keys, and their commands.
    package static let keys = [
        KeyHint("Enter", "says it"),
        KeyHint("/", "commands", help: "name a command; they are shown as they are typed"),
        KeyHint("↑↓", "what you typed", help: "bring back what was typed before, but for passwords"),
        KeyHint("PgUp PgDn", "scroll", help: "scroll; /history asks for what was said before"),
        KeyHint("Tab", "next room", help: "complete a command, or show the next room"),
        KeyHint("F1", "help", help: "show this help", isKept: true),
        KeyHint("ctrl-c", "ends", help: "leave the program", isKept: true),
    ]

    /// The text for `F1`.
    package static let help = [
        HelpSection("Keys", keys),
        HelpSection(
            "Commands, after a slash",
            Command.overview.split(separator: "\n").map { line in
                let end = line.firstRange(of: "  ")?.lowerBound ?? line.endIndex
                return KeyHint(String(line[..<end]), line[end...].trimmed)
            }
        ),
    ]

    /// Shows the usage of a command, and then its description.
    private static func hint(_ line: String) -> StyledLine {
        let end = line.firstRange(of: "  ")?.lowerBound ?? line.startIndex
        return StyledLine(String(line[..<end]), .key) + StyledLine("  " + line[end...].trimmed, .faint)
    }

    private static func headingText(_ state: Chat.State) -> String {
        let room = state.current.map { "#\($0)" } ?? "Chat"
        let name = state.signIn.member.map { " as \($0.name)" } ?? ""
        let phase =
            switch state.connection.phase {
            case .online: state.signIn.isRecognised ? "here" : "connected, not signed in"
            case .connecting: "connecting…"
            case .waiting: "no connection; trying again soon"
            case .offline: "no connection"
            }
        return "\(room)\(name) · \(phase)"
    }

    static func memberText(_ state: Chat.State) -> String {
        if let notice = state.notice, notice.isProblem, !state.isOnline { return notice.text }
        guard let members = state.conversation?.members, !members.isEmpty else { return "" }
        return "\(members.count) here: " + members.map(\.name.text).joined(separator: ", ")
    }

    /// The messages of the room with their times in the zone, and with dividers at the beginning of each day
    /// and of the new messages.
    static func lines(_ state: Chat.State, _ timeZone: TimeZone) -> [Messages.Line] {
        guard let conversation = state.conversation else { return [] }
        var lines: [Messages.Line] = []
        var day = ""
        for message in conversation.messages {
            let time = Stamp(message.time, in: timeZone)
            if time.day != day { lines.append(.divider("── \(time.day) ──")) }
            day = time.day
            if message.number == state.firstNew { lines.append(.divider("── new ──")) }
            let said = Said(
                clock: time.clock,
                name: message.name.text,
                author: message.author.text,
                text: message.text.text
            )
            lines.append(.said(said))
        }
        return lines + conversation.pending.map { .pending("⧗ \($0.text)") }
    }
}

extension Display.Messages {
    /// The newest lines that fit, with the newest at the bottom.
    func shown(in size: WindowSize) -> [StyledLine] {
        let end = max(min(lines.count, 1), lines.count - scroll)
        var shown: [StyledLine] = []
        for line in lines[..<end].reversed() {
            let lines =
                switch line {
                case .said(let said): said.shown(in: size.columns)
                case .divider(let text): [StyledLine(text, .accent)]
                case .pending(let text): text.wrapped(to: size.columns).map { StyledLine($0, .faint) }
                }
            shown = lines + shown
            if shown.count >= size.rows { break }
        }
        shown = Array(shown.suffix(size.rows))
        return Array(repeating: StyledLine(""), count: size.rows - shown.count) + shown
    }
}

extension Display.Said {
    /// The message, in as many lines as it needs; its beginning has a different style.
    func shown(in columns: Int) -> [StyledLine] {
        var lines = "\(clock) \(name): \(text)".wrapped(to: columns).map { StyledLine($0) }
        let beginning = "\(clock) \(name):"
        if let first = lines.first?.text, first.hasPrefix(beginning) {
            let number = author.utf8.reduce(0) { ($0 * 31 + Int($1)) % 8 }
            lines[0] =
                StyledLine(clock + " ", .faint) + StyledLine(name, .category(number)) + StyledLine(":")
                + StyledLine(String(first.dropFirst(beginning.count)))
        }
        return lines
    }
}
