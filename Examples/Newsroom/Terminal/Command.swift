// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A command, from a line or from a key.
package enum Command: Equatable, Sendable, Codable {
    case load
    case refresh
    case open(Int)
    case next
    case back
    case list
    case add(String)
    case remove(Int)
    case search(String)
    /// Marks an article as read or unread, or all articles of the list as read.
    case mark(Int?)
    /// Follows the link of an article, or of the open one.
    case follow(Int?)
    case importList(String)
    case exportList(String)
    case login(String)
    case logout
    case help
    case quit
}

/// The reason why a line is not a command.
package struct CommandError: Error, Equatable, Sendable {
    /// One sentence that suggests a valid input.
    package let message: String
}

extension Command {
    /// The syntax of a command, and its description.
    private struct Form: Sendable {
        var verb: String
        /// The argument after the verb, as help shows it; empty if there is none.
        var argument = ""
        var summary: String
        /// The message for an invalid argument.
        var need = ""
        /// Makes the command from the text after the verb; `nil` if the text is invalid.
        var make: @Sendable (String) -> Command?

        init(_ verb: String, _ summary: String, _ command: Command) {
            (self.verb, self.summary) = (verb, summary)
            make = { $0.isEmpty ? command : nil }
        }

        init(
            _ verb: String,
            _ argument: String,
            _ summary: String,
            need: String,
            _ make: @escaping @Sendable (String) -> Command?
        ) {
            (self.verb, self.argument, self.summary, self.need) = (verb, argument, summary, need)
            self.make = make
        }
    }

    private static let forms: [Form] = [
        Form("load", "load the feed, or load it again; in the list of feeds, all of them", .load),
        Form("refresh", "load all feeds", .refresh),
        Form("list", "show the list", .list),
        Form("open", "N", "open the feed or the article with this number", need: number("open")) {
            Int($0).map { .open($0) }
        },
        Form("next", "open the next article that is not read", .next),
        Form("back", "close the article, or leave the list for the feeds", .back),
        Form(
            "add",
            "ADDRESS",
            "add the feed at this address, or in this file",
            need: "an address, as in “add https://swift.org/atom.xml”"
        ) {
            text($0).map { .add($0) }
        },
        Form(
            "remove",
            "N",
            "remove the feed with this number",
            need: "the number of a feed, as in “remove 1”"
        ) {
            Int($0).map { .remove($0) }
        },
        Form(
            "search",
            "WORDS",
            "show the articles that have these words in them",
            need: "words, as in “search lock keeper”"
        ) {
            text($0).map { .search($0) }
        },
        Form("mark", "[N]", "mark one as read or not, or all in the list as read", need: number("mark")) {
            $0.isEmpty ? .mark(nil) : Int($0).map { .mark($0) }
        },
        Form("follow", "[N]", "open the link of an article in a browser", need: number("follow")) {
            $0.isEmpty ? .follow(nil) : Int($0).map { .follow($0) }
        },
        Form("import", "FILE", "add the feeds of an OPML file", need: "a file, as in “import feeds.opml”") {
            text($0).map { .importList($0) }
        },
        Form("export", "FILE", "write the feeds to an OPML file", need: "a file, as in “export feeds.opml”") {
            text($0).map { .exportList($0) }
        },
        Form("login", "NAME", "sign in", need: "a name, as in “login Ada”") { text($0).map { .login($0) } },
        Form("logout", "sign out", .logout),
        Form("help", "show this", .help),
        Form("quit", "leave", .quit),
    ]

    private static func number(_ verb: String) -> String { "the number of an article, as in “\(verb) 1”" }

    private static func text(_ text: String) -> String? { text.isEmpty ? nil : text }

    /// Parses a line; `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Throws: A `CommandError` if the line is not a command.
    package init?(line: String) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let word = words.first, !word.hasPrefix("#") else { return nil }
        let verb = word.lowercased()
        guard let form = Self.forms.first(where: { $0.verb == verb }) else {
            throw CommandError(
                message: "“\(word.printable)” is no command; type “help” to see those there are."
            )
        }
        guard let command = form.make(words.count > 1 ? words[1].withoutSpacesAround : "") else {
            throw CommandError(
                message: form.need.isEmpty
                    ? "“\(verb)” stands alone; nothing may follow it." : "“\(verb)” needs \(form.need)."
            )
        }
        self = command
    }

    /// Whether it changes something, and so can fail.
    var acts: Bool {
        switch self {
        case .list, .help, .quit: false
        default: true
        }
    }

    /// All commands, with descriptions.
    package static let overview: String = {
        let lines = forms.map { form in
            let start = form.verb + (form.argument.isEmpty ? "" : " " + form.argument)
            return start + String(repeating: " ", count: max(1, 14 - start.count)) + form.summary
        }
        return lines.joined(separator: "\n")
    }()
}
extension StringProtocol {
    /// The text without control characters, cut to fit into an error message.
    var printable: String {
        let visible = unicodeScalars.filter { $0.properties.generalCategory != .control }
        let text = String(String.UnicodeScalarView(visible))
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    fileprivate var withoutSpacesAround: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
