// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeApp
import TicTacToeRules

extension Command {
    /// Parses a line; `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Throws: A `CommandError` if the line is not a command.
    package init?(line: String) throws(CommandError) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        let verb = first.lowercased()
        let rest = Array(words.dropFirst())
        if rest.isEmpty, let command = Self.single[verb] {
            self = command
            return
        }
        switch verb {
        case "watch": self = .watch(moves: try Self.count(rest))
        case "set": self = .set(try Setting(rest))
        case "move": self = try Self.move(rest)
        case "resign": self = .resign(by: try Self.mark(rest))
        case _ where Self.single[verb] != nil:
            throw CommandError("“\(verb)” stands alone; nothing may follow it.")
        case _ where rest.isEmpty && Int(verb) != nil: self = try Self.move([verb])
        default:
            throw CommandError(
                "“\(first.withoutControls.prefix(40))” is no command; type “help” to see those there are."
            )
        }
    }

    private static let single: [String: Command] = [
        "menu": .show(.menu), "lobby": .show(.lobby), "hall": .show(.hallOfFame), "look": .look,
        "up": .selectPrevious, "down": .selectNext, "choose": .choose(nil), "swap": .swap, "reset": .reset,
        "undo": .undo, "redo": .redo, "start": .start, "again": .again, "help": .help, "quit": .quit,
        "resign": .resign(by: nil), "watch": .watch(moves: 1),
    ]

    private static func count(_ words: [String]) throws(CommandError) -> Int {
        guard words.count == 1, let count = Int(words[0]), (1...1000).contains(count) else {
            throw CommandError("“watch” needs a number of moves from 1 to 1000, as in “watch 3”.")
        }
        return count
    }

    private static func move(_ words: [String]) throws(CommandError) -> Command {
        let mark = words.count == 2 ? Mark(rawValue: words[0].lowercased()) : nil
        guard let last = words.last, words.count == 1 || mark != nil, let number = Int(last),
            let field = Field(number)
        else {
            throw CommandError("A move needs the number of a field from 1 to 9, as in “move 5”.")
        }
        return .move(field, by: mark)
    }

    private static func mark(_ words: [String]) throws(CommandError) -> Mark {
        guard words.count == 1, let mark = Mark(rawValue: words[0].lowercased()) else {
            throw CommandError("“resign” stands alone, or says who gives up, as in “resign x”.")
        }
        return mark
    }
}

extension Command.Setting {
    fileprivate init(_ words: [String]) throws(CommandError) {
        let help = CommandError(
            "“set” needs what to set, as in “set x human Ada”, “set o computer perfect” or “set pace quick”."
        )
        guard words.count >= 2 else { throw help }
        let value = words[1].lowercased()
        if words[0].lowercased() == "pace" {
            guard words.count == 2, let pace = Pace(rawValue: value) else {
                throw CommandError("The pace is quick, normal or slow.")
            }
            self = .pace(pace)
            return
        }
        guard let mark = Mark(rawValue: words[0].lowercased()) else { throw help }
        let rest = words.dropFirst(2)
        switch value {
        case "human": self = .player(mark, .human(name: try Self.name(rest, of: mark)))
        case "computer": self = .player(mark, .computer(strength: try Self.strength(rest)))
        default: throw help
        }
    }

    private static func name(_ words: ArraySlice<String>, of mark: Mark) throws(CommandError) -> PlayerName {
        if words.isEmpty { return .unnamed(mark) }
        guard let name = PlayerName(words.joined(separator: " ")) else {
            throw CommandError("A name has 1 to 20 letters, and nothing that can’t be seen.")
        }
        return name
    }

    private static func strength(_ words: ArraySlice<String>) throws(CommandError) -> Strength {
        guard let word = words.first else { return .medium }
        guard words.count == 1, let strength = Strength(rawValue: word.lowercased()) else {
            throw CommandError("A computer is easy, medium or perfect.")
        }
        return strength
    }
}
