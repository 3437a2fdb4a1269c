// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// What there is to see, as values: what draws it knows no store.
struct Scene: Equatable, Sendable {
    /// A line of text, which may be chosen by keys.
    struct Line: Equatable, Sendable {
        let text: String
        var style = LineStyle.plain
        var choice: Choice?
    }

    /// What enter does on a line.
    enum Choice: Equatable, Sendable {
        case command(Command)
        /// Lets a text be typed, beginning with the one that is there.
        case field(Command.Field, String)
    }

    /// A key that does something.
    struct Shortcut: Equatable, Sendable {
        let key: Character
        let label: String
        let command: Command
    }

    let title: String
    var lines: [Line]
    var shortcuts: [Shortcut] = []
    /// Whether the last lines matter most where there is no room for all.
    var showsEnd = false
}

extension Scene {
    /// What keys do, for the bottom of the screen and for the help.
    func hints(isTyping: Bool) -> [KeyHint] {
        if isTyping { return [KeyHint("enter", "take this"), KeyHint("esc", "cancel", isKept: true)] }
        let choosing = lines.contains { $0.choice != nil } ? [KeyHint("↑↓ enter", "choose")] : []
        let letters = shortcuts.filter { $0.command != .quit }.map { KeyHint("\($0.key)", $0.label) }
        let quit =
            shortcuts.contains { $0.command == .quit }
            ? KeyHint.quit : KeyHint("ctrl-c", "quit", isKept: true)
        return choosing + letters + [KeyHint("esc", "back"), .help, quit]
    }

    /// The lines as a transcript has them: with a bar of the title, and lines that are not empty.
    var transcript: [String] {
        ["== " + title] + lines.map(\.text).filter { !$0.isEmpty }
    }
}
