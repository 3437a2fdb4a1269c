// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The content of a terminal: it interprets the output of a painter, and nothing else.
struct PaperTerminal {
    /// A text that no painter should write.
    struct NotUnderstood: Error { let text: String }

    private(set) var rows: [[Character]]
    private let columns: Int
    private var row = 0
    private var column = 0

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = Array(repeating: [], count: rows)
    }

    /// The lines without the spaces at their end.
    var lines: [String] { rows.map { String($0).replacing(/\s+$/, with: "") } }

    /// Interprets output.
    ///
    /// - Throws: The sequence that it does not support.
    mutating func write(_ text: String) throws(NotUnderstood) {
        let error = NotUnderstood(text: text)
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                guard rest.popFirst() == "[" else { throw error }
                let end = rest.firstIndex { $0.properties.isAlphabetic } ?? rest.endIndex
                guard end < rest.endIndex, obey(rest[end], String(rest[..<end])) else { throw error }
                rest = rest[rest.index(after: end)...]
            } else if scalar.properties.generalCategory == .control || column >= columns {
                throw error
            } else {
                put(Character(scalar))
            }
        }
    }

    private mutating func put(_ character: Character) {
        while rows[row].count <= column { rows[row].append(" ") }
        rows[row][column] = character
        column += 1
    }

    private mutating func obey(_ command: Unicode.Scalar, _ text: String) -> Bool {
        let numbers = text.split(separator: ";").compactMap { Int($0) }
        switch command {
        case "H":
            guard numbers.count == 2, rows.indices.contains(numbers[0] - 1) else { return false }
            (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case "K": clear(row)
        case "J":
            clear(row)
            for row in rows.indices where row > self.row { rows[row] = [] }
        case "m": return numbers.count == 1
        default: return false
        }
        return true
    }

    private mutating func clear(_ row: Int) {
        // A cursor behind the last column is on it for clearing.
        rows[row] = Array(rows[row].prefix(min(column, columns - 1)))
    }
}
