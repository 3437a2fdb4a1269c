// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import ChatProtocol

/// The meaning of a line of input.
package enum Command: Equatable, Sendable {
    case signUp(AccountName?, password: String)
    case signIn(AccountName?, password: String, code: String?)
    /// Enters without an account.
    case guest(GuestName)
    case join(RoomName)
    case leave
    case say(MessageText)
    case rename(DisplayName)
    case who
    case history
    /// Waits until the room has this many messages.
    case waitForMessages(Int)
    /// Waits until the client is connected and all messages are echoed, or until it is disconnected.
    case waitForConnection(Bool)
    case status
    case help
    case quit
}

/// The reason why a line is not a command.
package struct CommandProblem: Error, Equatable, Sendable {
    /// One sentence that suggests an alternative.
    package let message: String

    package init(_ message: String) { self.message = message }
}

extension Command {
    /// Parses a line; `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Throws: A `CommandProblem` if the line is not a command.
    package init?(line: String) throws(CommandProblem) {
        let line = line.trimmed
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        let verb = line.prefix { $0 != " " }
        let rest = line.dropFirst(verb.count).trimmed
        let words = rest.split(separator: " ").map(String.init)
        switch (verb.lowercased(), words.count) {
        case ("signup", 1): self = .signUp(nil, password: words[0])
        case ("signup", 2): self = .signUp(try Self.account(words[0]), password: words[1])
        case ("signin", 1): self = .signIn(nil, password: words[0], code: nil)
        case ("signin", 2):
            // A second word that looks like a code is one; a password of six digits therefore needs the name
            // before it.
            if words[1].isCode {
                self = .signIn(nil, password: words[0], code: words[1])
            } else {
                self = .signIn(try Self.account(words[0]), password: words[1], code: nil)
            }
        case ("signin", 3):
            self = .signIn(try Self.account(words[0]), password: words[1], code: words[2])
        case ("guest", 1): self = .guest(try Self.checked(words[0]))
        case ("join", 1): self = .join(try Self.checked(words[0]))
        case ("say", 1...): self = .say(try Self.checked(rest))
        case ("rename", 1...), ("nick", 1...): self = .rename(try Self.checked(rest))
        case ("wait", 1): self = try Self.wait(words[0])
        case ("leave", 0): self = .leave
        case ("who", 0): self = .who
        case ("history", 0): self = .history
        case ("status", 0): self = .status
        case ("help", 0): self = .help
        case ("quit", 0): self = .quit
        case (let verb, _): throw Self.problem(with: verb)
        }
    }

    /// Whether the line contains a secret, and must not be printed or stored.
    package var isSecret: Bool {
        switch self {
        case .signUp, .signIn: true
        default: false
        }
    }

    /// All commands, with descriptions.
    package static let overview = """
        guest NAME                     come in without an account, to the rooms that allow it
        signup [NAME] PASSWORD         make an account; the secret for the codes is shown once
        signin [NAME] PASSWORD [CODE]  sign in; with --fast, the code may be left out after signup
        join ROOM                      enter a room, or show one that was entered
        say TEXT                       say something, and wait for the echo
        history                        what was said, with numbers; ⧗ is not echoed yet
        who                            who is in the room
        rename TEXT, nick TEXT         be called something else
        leave                          leave the room
        wait N                         wait until the room has message N
        wait online, wait offline      wait until the connection is there and all is echoed, or is lost
        status                         how the connection stands
        help                           show this
        quit                           leave the program
        """

    private static let usage = [
        "signup": "“signup” needs a password, and a name before it if none was given: “signup ada PASSWORD”.",
        "signin": "“signin” needs a password and a code: “signin ada PASSWORD 123456”.",
        "guest": "“guest” needs a name, as in “guest eve”.",
        "nick": "“nick” needs a name, as in “nick Countess Ada”.",
        "join": "“join” needs a room, as in “join hall”.",
        "say": "“say” needs something to say, as in “say Hello”.",
        "rename": "“rename” needs a name, as in “rename Countess Ada”.",
        "wait": "“wait” needs the number of a message, “online” or “offline”.",
    ]

    private static func problem(with verb: String) -> CommandProblem {
        if let usage = usage[verb] { return CommandProblem(usage) }
        if ["leave", "who", "history", "status", "help", "quit"].contains(verb) {
            return CommandProblem("“\(verb)” stands alone; nothing may follow it.")
        }
        return CommandProblem("“\(verb.printable)” is no command; type “help” to see those there are.")
    }

    private static func wait(_ word: String) throws(CommandProblem) -> Command {
        switch word {
        case "online": return .waitForConnection(true)
        case "offline": return .waitForConnection(false)
        default:
            guard let number = Int(word), number > 0 else { throw problem(with: "wait") }
            return .waitForMessages(number)
        }
    }

    private static func account(_ word: String) throws(CommandProblem) -> AccountName {
        let name: AccountName = try checked(word)
        guard !name.isGuest else { throw CommandProblem(AccountName.rule) }
        return name
    }

    private static func checked<Text: CheckedText>(_ text: String) throws(CommandProblem) -> Text {
        guard let value = Text(text) else { throw CommandProblem(Text.rule) }
        return value
    }
}

extension StringProtocol {
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text without control characters, cut to fit into an error message.
    var printable: String {
        let visible = unicodeScalars.filter { $0.properties.generalCategory != .control }
        let text = String(String.UnicodeScalarView(visible))
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    fileprivate var isCode: Bool { utf8.count == 6 && utf8.allSatisfy { (48...57).contains($0) } }
}
