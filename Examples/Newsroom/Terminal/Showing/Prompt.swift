// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit

/// A line that is typed at the bottom, and what it is for.
package struct Prompt: Equatable, Sendable, Codable {
    /// What is typed.
    package enum Purpose: Equatable, Sendable, Codable {
        case name
        case address
        case search
        /// A command, as line mode takes it.
        case command
        /// Whether to remove the feed with this number.
        case removal(Int)
    }

    package var purpose: Purpose
    package var field = TextField()
    /// What was wrong with what was typed.
    package var problem: String?

    package init(_ purpose: Purpose) { self.purpose = purpose }

    /// What is asked.
    var question: String {
        switch purpose {
        case .name: "Your name: "
        case .address: "Address of the feed: "
        case .search: "Search: "
        case .command: ":"
        case .removal(let number): "Remove feed \(number)? y/n "
        }
    }

    /// The command that was typed, `nil` for none.
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
