// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Converts HTML to text: it removes markup, keeps paragraphs and list items, and resolves references.
///
/// It accepts any input, including unclosed tags, and takes time linear in the length.
struct Hypertext {
    private let source: [UInt8]
    private var position = 0
    private var flow = TextFlow()

    private init(_ source: String) { self.source = Array(source.utf8) }

    /// The readable text of some HTML.
    static func plainText(_ source: String) -> String {
        var reader = Hypertext(source)
        reader.read()
        return reader.flow.text()
    }

    private mutating func read() {
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: "<") where isMarkup(at: position + 1): readMarkup()
            case UInt8(ascii: "&"): readReference()
            default: readText()
            }
        }
    }

    /// A `<` before anything else is an ordinary character, as in `a < b`.
    private func isMarkup(at index: Int) -> Bool {
        guard index < source.count else { return false }
        return switch source[index] {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"): true
        default: false
        }
    }

    private mutating func readText() {
        let start = position
        repeat {
            position += 1
        } while position < source.count
            && source[position] != UInt8(ascii: "<")
            && source[position] != UInt8(ascii: "&")
        flow.append(string(start..<position))
    }

    private mutating func readReference() {
        let start = position + 1
        let limit = min(source.count, start + CharacterReferences.longestName + 1)
        if let end = source[start..<limit].firstIndex(of: UInt8(ascii: ";")),
            let scalar = CharacterReferences.resolve(string(start..<end))
        {
            flow.append(scalar)
            position = end + 1
        } else {
            flow.append("&" as Unicode.Scalar)
            position += 1
        }
    }

    private mutating func readMarkup() {
        if source[position...].starts(with: "<!--".utf8) {
            position += 4
            skip(past: "-->")
        } else if source[position + 1] == UInt8(ascii: "!") || source[position + 1] == UInt8(ascii: "?") {
            skip(past: ">")
        } else {
            let tag = readTag()
            perform(tag)
        }
    }

    private mutating func perform(_ tag: Tag) {
        switch tag.name {
        case "script", "style", "head", "template":
            if !tag.isClosing { skip(pastClosing: tag.name) }
        case "br":
            flow.breakLine()
        case "tr", "dt", "dd", "figcaption":
            flow.startLine()
        case "li":
            flow.startLine()
            if !tag.isClosing { flow.append("\u{2022} ") }
        case "pre":
            flow.breakParagraph()
            flow.setPreformatted(!tag.isClosing)
        case "img":
            if let text = TextFlow.singleLine(tag.alternativeText) { flow.append(" [\(text)] ") }
        case "td", "th":
            flow.append(" ")
        case "p", "div", "section", "article", "header", "footer", "aside", "main", "nav", "figure", "hr",
            "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "blockquote", "table", "address", "details":
            flow.breakParagraph()
        default:
            break
        }
    }

    /// Moves past the next occurrence of `mark`, or to the end, as browsers do.
    private mutating func skip(past mark: String) {
        let mark = Array(mark.utf8)
        while position < source.count, !source[position...].starts(with: mark) { position += 1 }
        position = min(source.count, position + mark.count)
    }

    /// Moves past the closing tag of an element whose content is not text.
    private mutating func skip(pastClosing name: String) {
        while position < source.count {
            skip(past: "</")
            let end = min(source.count, position + name.utf8.count)
            if string(position..<end).lowercased() == name { break }
        }
        skip(past: ">")
    }

    private func string(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }
}

extension Hypertext {
    /// The parts of a tag that matter for text.
    private struct Tag {
        var name: String
        var isClosing: Bool
        var alternativeText = ""
    }

    private mutating func readTag() -> Tag {
        position += 1
        let isClosing = source[position] == UInt8(ascii: "/")
        if isClosing { position += 1 }
        var tag = Tag(name: readName(), isClosing: isClosing)
        while position < source.count, source[position] != UInt8(ascii: ">") {
            let name = readName()
            if name.isEmpty {
                position += 1
            } else if let value = readAttributeValue(), name == "alt" {
                tag.alternativeText = value
            }
        }
        position = min(source.count, position + 1)
        return tag
    }

    /// Reads letters, digits, and other characters of names, in lower case.
    private mutating func readName() -> String {
        let start = position
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "\""),
                UInt8(ascii: "'"),
                0x00...0x20:
                return string(start..<position).lowercased()
            default:
                position += 1
            }
        }
        return string(start..<position).lowercased()
    }

    /// Reads `="value"`; `nil` if no value follows.
    ///
    /// A `>` between quotes does not end the tag.
    private mutating func readAttributeValue() -> String? {
        skipSpaces()
        guard position < source.count, source[position] == UInt8(ascii: "=") else { return nil }
        position += 1
        skipSpaces()
        guard position < source.count else { return nil }
        let quote = source[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return readName() }
        let start = position + 1
        let end = source[start...].firstIndex(of: quote) ?? source.count
        position = min(source.count, end + 1)
        return Hypertext.plainText(string(start..<end).replacing("<", with: "&lt;"))
    }

    private mutating func skipSpaces() {
        while position < source.count, source[position] <= 0x20 { position += 1 }
    }
}
