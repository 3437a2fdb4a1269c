// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Key: Codable {
    private static let byName: [String: Key] = Dictionary(
        uniqueKeysWithValues: [
            .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backTab,
            .backspace,
            .delete, .interrupt, .refresh, .suspend, .help, .wheelUp, .wheelDown,
        ].map { ("\($0)", $0) }
    )

    /// Decodes the name of a key, its character, or the place of a click.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let key = Self.byName[text] {
            self = key
        } else if let character = text.first, text.count == 1 {
            self = .character(character)
        } else if let match = text.wholeMatch(of: /click (\d{1,5}) (\d{1,5})/),
            let column = Int(match.output.1), let row = Int(match.output.2)
        {
            self = .click(column: column, row: row)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "There is no key “\(text)”."
            )
        }
    }

    /// Encodes the name of the key, its character, or the place of a click.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .character(let character): try container.encode(String(character))
        case .click(let column, let row): try container.encode("click \(column) \(row)")
        default: try container.encode("\(self)")
        }
    }
}
