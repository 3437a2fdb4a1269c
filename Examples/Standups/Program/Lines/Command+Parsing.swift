// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The error for a line that is not a command.
struct CommandError: Error, Equatable {
    let message: String
}

extension Command {
    /// Parses a line; `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Throws: A `CommandError` if the line is not a command.
    init?(line: String) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        let verb = first.lowercased()
        let rest = words.count > 1 ? words[1] : ""
        if let number = Int(verb), rest.isEmpty {
            self = .answer(number)
        } else if let command = Self.single[verb] {
            guard rest.isEmpty else { throw CommandError(message: "“\(verb)” stands by itself.") }
            self = command
        } else {
            self = try Self.command(verb, rest)
        }
    }

    private static let single: [String: Command] = [
        "list": .list, "add": .add, "edit": .edit, "share": .share, "record": .record, "save": .save,
        "skip": .skip, "end": .end, "back": .back, "look": .look, "help": .help, "quit": .quit,
    ]

    private static func command(_ verb: String, _ rest: String) throws(CommandError) -> Command {
        switch verb {
        case "open": .open(try number(rest))
        case "delete": .delete(try optionalNumber(rest))
        case "history": .history(try optionalNumber(rest))
        case "forget": .forget(try number(rest))
        case "answer": .answer(try number(rest))
        case "wait": .wait(seconds: try seconds(rest))
        case "title": .set(.title, rest)
        case "minutes": .set(.minutes, rest)
        case "attendee": .set(.attendee(nil), rest)
        case "remove": .remove(attendee: try number(rest))
        case "follow": .follow(rest)
        case "move": try move(rest)
        case "rename": try rename(rest)
        default: throw CommandError(message: "“\(verb.prefix(40))” is no command; “help” lists them.")
        }
    }

    private static func number(_ text: String) throws(CommandError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw CommandError(message: "“\(text.prefix(40))” is no number from 1.")
        }
        return number
    }

    private static func optionalNumber(_ text: String) throws(CommandError) -> Int? {
        if text.isEmpty { return nil }
        return try number(text)
    }

    private static func seconds(_ text: String) throws(CommandError) -> Int {
        let seconds = try number(text)
        guard seconds <= 3600 else { throw CommandError(message: "Nobody waits longer than 3600 seconds.") }
        return seconds
    }

    private static func move(_ text: String) throws(CommandError) -> Command {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2 else { throw CommandError(message: "“move” takes two numbers.") }
        return .move(try number(words[0]), to: try number(words[1]))
    }

    private static func rename(_ text: String) throws(CommandError) -> Command {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = words.first else {
            throw CommandError(message: "“rename” takes a number and a name.")
        }
        return .set(.attendee(try number(first)), words.count > 1 ? words[1] : "")
    }
}
