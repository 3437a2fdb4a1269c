// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeApp
import TicTacToeGame
import TicTacToeHallOfFame
import TicTacToeLobby
import TicTacToeRules
import Tributary

/// An event, as a line of a transcript.
enum Announcement: Equatable, Sendable {
    case news(String)
    case problem(String)
}

extension Announcement {
    /// The event of an action, if there is one.
    init?(_ record: ActionRecord<App.State, App.Action>) {
        switch record.action {
        case .game(.output(.moved(let field, let mark))), .menu(.demo(.output(.moved(let field, let mark)))):
            self = .news("\(mark.letter) plays \(field.number).")
        case .menu(.demo(.output(.finished(let game)))):
            self = .news(game.sentence)
        case .menu(.demo(.input(.restart))):
            self = .news("Another game begins.")
        case .game(.output), .lobby(.output), .hall(.output), .rematch:
            guard let problem = record.state.problem else { return nil }
            self = .problem(problem)
        default:
            return nil
        }
    }
}

/// Prints events when they happen.
@MainActor
final class Announcer: Component {
    private(set) var hasProblem = false
    private let print: @MainActor (String) -> Void

    init(print: @escaping @MainActor (String) -> Void) { self.print = print }

    func render(_ announcement: Announcement) {
        switch announcement {
        case .news(let text): print(text)
        case .problem(let text):
            hasProblem = true
            print("! " + text)
        }
    }

    /// Resets the record of problems.
    func begin() { hasProblem = false }
}
