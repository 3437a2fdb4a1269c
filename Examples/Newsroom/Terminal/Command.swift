// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a person can ask for, by a line or by a key.
package enum Command: Equatable, Sendable, Codable {
    case load
    case open(Int)
    case back
    case list
    case login(String)
    case logout
    case help
    case quit
}

/// Why a line is no command.
package struct CommandError: Error, Equatable, Sendable {
    /// One sentence that says what to type instead.
    package let message: String
}

extension Command {
    /// The command that a line spells, or `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Throws: A `CommandError` when the line means nothing.
    package init?(line: String) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let verb = words.first, !verb.hasPrefix("#") else { return nil }
        let rest = words.count > 1 ? words[1].withoutSpacesAround : ""
        switch (verb.lowercased(), rest) {
        case ("load", ""): self = .load
        case ("back", ""): self = .back
        case ("list", ""): self = .list
        case ("logout", ""): self = .logout
        case ("help", ""): self = .help
        case ("quit", ""): self = .quit
        case ("open", let number):
            guard let number = Int(number) else {
                throw CommandError(message: "“open” needs the number of an article, as in “open 1”.")
            }
            self = .open(number)
        case ("login", ""):
            throw CommandError(message: "“login” needs a name, as in “login Ada”.")
        case ("login", let name):
            self = .login(String(name))
        case ("load", _), ("back", _), ("list", _), ("logout", _), ("help", _), ("quit", _):
            throw CommandError(message: "“\(verb.lowercased())” stands alone; nothing may follow it.")
        default:
            throw CommandError(
                message: "“\(verb.printable)” is no command; type “help” to see those there are."
            )
        }
    }

    /// All commands, with what they do.
    package static let overview = """
        load        load the feed, or load it again
        list        show the titles
        open N      open the article with this number
        back        close the article
        login NAME  sign in
        logout      sign out
        help        show this
        quit        leave
        """
}

extension StringProtocol {
    /// Without control characters, and not longer than a message can bear.
    var printable: String {
        let visible = unicodeScalars.filter { $0.properties.generalCategory != .control }
        let text = String(String.UnicodeScalarView(visible))
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    fileprivate var withoutSpacesAround: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
