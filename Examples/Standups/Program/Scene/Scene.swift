// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The content of the screen, as values: drawing it needs no store.
struct Scene: Equatable, Sendable {
    /// A line of text, which keys may choose.
    struct Line: Equatable, Sendable {
        let text: String
        var style = LineStyle.plain
        var choice: Choice?
    }

    /// The effect of enter on a line.
    enum Choice: Equatable, Sendable {
        case command(Command)
        /// Edits a text, beginning with the current one.
        case field(Command.Field, String)
    }

    /// A key with a command.
    struct Shortcut: Equatable, Sendable {
        let key: Character
        let label: String
        let command: Command
    }

    let title: String
    var lines: [Line]
    var shortcuts: [Shortcut] = []
    /// Whether the last lines are shown if there is no room for all.
    var showsEnd = false
}

extension Scene {
    /// The keys, for the bottom of the screen and for the help.
    func hints(isTyping: Bool) -> [KeyHint] {
        if isTyping { return [KeyHint("enter", "take this"), KeyHint("esc", "cancel", isKept: true)] }
        let choosing = lines.contains { $0.choice != nil } ? [KeyHint("↑↓ enter", "choose")] : []
        let letters = shortcuts.filter { $0.command != .quit }.map { KeyHint("\($0.key)", $0.label) }
        let quit =
            shortcuts.contains { $0.command == .quit }
            ? KeyHint.quit : KeyHint("ctrl-c", "quit", isKept: true)
        return choosing + letters + [KeyHint("esc", "back"), .help, quit]
    }

    /// The lines of a transcript: the title as a bar, and the lines that are not empty.
    var transcript: [String] {
        ["== " + title] + lines.map(\.text).filter { !$0.isEmpty }
    }
}
