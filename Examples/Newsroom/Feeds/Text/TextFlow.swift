// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Collects running text into paragraphs: it collapses white space and removes control characters.
struct TextFlow {
    private var lines: [String] = []
    private var line = String.UnicodeScalarView()
    private var spaceIsPending = false
    private var isPreformatted = false

    /// Adds running text, in which any white space is one space.
    mutating func append(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars { append(scalar) }
    }

    /// Adds one character of running text.
    mutating func append(_ scalar: Unicode.Scalar) {
        if isPreformatted, scalar == "\n" {
            breakLine()
        } else if isPreformatted, scalar == " " || scalar == "\t" {
            line.append(" ")
        } else if scalar.properties.isWhitespace {
            spaceIsPending = !line.isEmpty
        } else if !Self.isHarmful(scalar) {
            if spaceIsPending { line.append(" ") }
            spaceIsPending = false
            line.append(scalar)
        }
    }

    /// Starts a new line within the paragraph, even if the current one is empty.
    mutating func breakLine() {
        lines.append(String(line))
        line = String.UnicodeScalarView()
        spaceIsPending = false
    }

    /// Starts a new paragraph, unless the current one is still empty.
    mutating func breakParagraph() {
        if !line.isEmpty { breakLine() }
        if lines.last?.isEmpty == false { lines.append("") }
    }

    /// Starts a new line, unless the current one is empty.
    mutating func startLine() {
        if !line.isEmpty { breakLine() }
    }

    /// Sets whether spaces and line ends are preserved from here on, as in a listing.
    mutating func setPreformatted(_ isPreformatted: Bool) {
        self.isPreformatted = isPreformatted
    }

    /// The paragraphs so far, with an empty line between two of them.
    func text() -> String {
        let all = lines + [String(line)]
        let start = all.firstIndex { !$0.isEmpty } ?? all.endIndex
        let end = all.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
        return all[start..<end].joined(separator: "\n")
    }

    /// Whether a character would let a feed control the terminal or reverse the text.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0xAD, 0x200B, 0xFEFF: true  // Invisible: soft hyphen, zero-width space, byte order mark.
        case 0x202A...0x202E, 0x2066...0x2069: true  // Controls of the writing direction.
        default: false
        }
    }
}

extension TextFlow {
    /// One line of text, with white space collapsed; `nil` when nothing is left.
    static func singleLine(_ text: some StringProtocol) -> String? {
        var flow = TextFlow()
        flow.append(text)
        let result = flow.text()
        return result.isEmpty ? nil : result
    }

    /// Plain text with its lines, without characters that could control a terminal.
    static func paragraphs(_ text: String) -> String {
        var flow = TextFlow()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            flow.append(line)
            flow.breakLine()
        }
        return flow.text()
    }
}
