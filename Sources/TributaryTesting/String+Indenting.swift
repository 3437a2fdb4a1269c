// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text with each line indented; empty lines stay empty.
    func indented(by count: Int) -> String {
        let space = String(repeating: " ", count: count)
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.allSatisfy(\.isWhitespace) ? "" : space + $0 }
            .joined(separator: "\n")
    }

    /// The text with its first letter capitalised.
    var capitalizingFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with each line but the first indented, to follow other text in its first line.
    func hanging(by count: Int) -> String { String(indented(by: count).drop { $0 == " " }) }
}
