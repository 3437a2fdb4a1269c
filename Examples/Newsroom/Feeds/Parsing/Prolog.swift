// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The part of an XML text before the first element: declaration, comments, document type.
struct Prolog {
    /// The name in `<!DOCTYPE name …>`.
    private(set) var documentType: String?
    /// Whether the document type contains declarations, for example of entities.
    private(set) var hasDeclarations = false
    /// The range of `<?xml … ?>`, which no longer applies once the text is decoded.
    private(set) var declaration: Range<Int>?

    private let source: [UInt8]
    private var position = 0

    /// Scans the start of `source`, at most up to the first element.
    init(_ source: [UInt8]) {
        self.source = source
        scan()
    }

    private mutating func scan() {
        while let start = skipSpaces() {
            if starts(with: "<?") {
                skip(past: "?>")
                if source[start...].starts(with: "<?xml".utf8) { declaration = start..<position }
            } else if starts(with: "<!--") {
                skip(past: "-->")
            } else if starts(with: "<!DOCTYPE") || starts(with: "<!doctype") {
                scanDocumentType()
            } else {
                return
            }
        }
    }

    private mutating func scanDocumentType() {
        position += "<!DOCTYPE".utf8.count
        guard let start = skipSpaces() else { return }
        while position < source.count, source[position] > 0x20, source[position] != UInt8(ascii: ">") {
            if source[position] == UInt8(ascii: "[") { break }
            position += 1
        }
        documentType = String(decoding: source[start..<position], as: UTF8.self)
        while position < source.count, source[position] != UInt8(ascii: ">") {
            switch source[position] {
            case UInt8(ascii: "["):
                hasDeclarations = true
                position = source.count
            case UInt8(ascii: "\""): skip(past: "\"", from: position + 1)
            case UInt8(ascii: "'"): skip(past: "'", from: position + 1)
            default: position += 1
            }
        }
        position = min(source.count, position + 1)
    }

    private mutating func skipSpaces() -> Int? {
        while position < source.count, source[position] <= 0x20 { position += 1 }
        return position < source.count ? position : nil
    }

    private func starts(with mark: String) -> Bool { source[position...].starts(with: mark.utf8) }

    private mutating func skip(past mark: String, from start: Int? = nil) {
        position = start ?? position
        while position < source.count, !starts(with: mark) { position += 1 }
        position = min(source.count, position + mark.utf8.count)
    }
}
