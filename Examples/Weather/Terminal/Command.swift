// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import WeatherAPI
package import WeatherAppFeature

/// A command, from a line.
package enum Command: Equatable, Sendable {
    /// An input for the app.
    case app(WeatherApp.Action.Input)
    case list
    case alerts
    case help
    case quit
}

/// The reason why a line is not a command.
package struct CommandError: Error, Equatable, Sendable {
    /// One sentence that suggests a valid input.
    package let message: String

    init(_ message: String) { self.message = message }
}

extension Command {
    /// Parses a line; `nil` for an empty line and for a comment (`# …`).
    ///
    /// - Parameter line: The line.
    /// - Throws: A `CommandError` if the line is not a command.
    package init?(line: String) throws(CommandError) {
        let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let verb = words.first?.lowercased(), !verb.hasPrefix("#") else { return nil }
        let rest =
            words.count > 1 ? words[1].split(whereSeparator: \.isWhitespace).joined(separator: " ") : ""
        switch verb {
        case "search": self = .app(.textChanged(try Self.text(rest)))
        case "show": self = .app(.windowChanged(try Self.window(rest)))
        case "open": self = .app(.open(try Self.number(rest)))
        case "network": self = .app(.networkChanged(try Self.network(rest)))
        case "reload", "back", "list", "alerts", "help", "quit":
            guard rest.isEmpty else { throw CommandError("“\(verb)” stands alone; nothing may follow it.") }
            self = Self.plain(verb)
        default: throw CommandError("“\(verb.printable)” is no command; type “help” to see those there are.")
        }
    }

    /// All commands, with descriptions.
    package static let overview = """
        search TEXT    find the cities whose names begin so
        show A..B      bring these rows into view, and load their weather
        open N         open the forecast of the city in this row
        back           close the forecast
        reload         load again what is in view
        network WORD   be \(NetworkCondition.allCases.map(\.rawValue).joined(separator: ", "))
        alerts         show all alerts since the start
        list           show what there is to see
        help           show this
        quit           leave
        """

    private static func plain(_ verb: String) -> Command {
        switch verb {
        case "reload": .app(.reload)
        case "back": .app(.back)
        case "list": .list
        case "alerts": .alerts
        case "quit": .quit
        default: .help
        }
    }

    private static func text(_ rest: String) throws(CommandError) -> String {
        guard rest.count <= 40 else { throw CommandError("“search” takes up to 40 letters.") }
        return rest
    }

    private static func number(_ rest: String) throws(CommandError) -> Int {
        guard let number = Int(rest) else {
            throw CommandError("“open” needs the number of a row, as in “open 1”.")
        }
        return number
    }

    /// Parses a range of rows: people count from one and include the last row; a window counts from zero and
    /// excludes its end.
    private static func window(_ rest: String) throws(CommandError) -> Range<Int> {
        let ends = rest.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
            first >= 1, first <= last, last <= 1000
        else { throw CommandError("“show” needs rows from 1 to 1000, as in “show 1..5”.") }
        return first - 1..<last
    }

    private static func network(_ rest: String) throws(CommandError) -> NetworkCondition {
        guard let network = NetworkCondition(rawValue: rest) else {
            let names = NetworkCondition.allCases.map { "“\($0.rawValue)”" }
            throw CommandError("The network is one of " + names.joined(separator: ", ") + ".")
        }
        return network
    }
}
