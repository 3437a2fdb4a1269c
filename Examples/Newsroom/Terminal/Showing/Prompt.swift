// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// A line that is typed at the bottom, and its purpose.
package struct Prompt: Equatable, Sendable, Codable {
    /// The purpose of the line.
    package enum Purpose: Equatable, Sendable, Codable {
        case name
        case address
        case search
        /// A command, in the syntax of line mode.
        case command
        /// The confirmation that removes the feed with this number.
        case removal(Int)
    }

    package var purpose: Purpose
    package var field = TextField()
    /// The problem with the last input.
    package var problem: String?

    package init(_ purpose: Purpose) { self.purpose = purpose }

    /// The question.
    var question: String {
        switch purpose {
        case .name: "Your name: "
        case .address: "Address of the feed: "
        case .search: "Search: "
        case .command: ":"
        case .removal(let number): "Remove feed \(number)? y/n "
        }
    }

    /// The typed command; `nil` if there is none.
    func command() throws(CommandError) -> Command? {
        let text = field.text
        switch purpose {
        case .name: return .login(text)
        case .address: return try Command(line: "add " + text)
        case .search: return .search(text)
        case .command: return try Command(line: text)
        case .removal(let number): return text == "y" ? .remove(number) : nil
        }
    }
}
