// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeRules

/// A board as text.
enum BoardPicture {
    /// Five lines: free fields show their numbers, and the fields of a winning line are between asterisks.
    static func lines(_ match: Scene.Match) -> [String] {
        let rows = stride(from: 0, to: 9, by: 3).map { start -> String in
            let row = Field.all[start..<start + 3].map { cell($0, match) }.joined(separator: "│")
            return row.hasSuffix(" ") ? String(row.dropLast()) : row
        }
        return [rows[0], "───┼───┼───", rows[1], "───┼───┼───", rows[2]]
    }

    private static func cell(_ field: Field, _ match: Scene.Match) -> String {
        let text = match.board[field]?.letter ?? "\(field.number)"
        return match.winning.contains(field) ? "*\(text)*" : " \(text) "
    }
}
