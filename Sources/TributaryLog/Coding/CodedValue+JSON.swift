// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Without `JSONDecoder` and `JSONEncoder`, which convert a number to a type, and lose digits that the type does not have.
extension CodedValue {
    /// Reads a value from JSON; each number keeps its text.
    ///
    /// - Throws: A `CodingFailure` if it is not the JSON of one value.
    package init(json: some Collection<UInt8>) throws {
        var reader = JSONValueReader(bytes: Array(json))
        self = try reader.takeValue()
        guard reader.isAtEnd else { throw reader.failure }
    }

    /// The value as JSON without spaces, with the names of objects in order.
    ///
    /// - Throws: A `CodingFailure` if the text of a number is none.
    package func json() throws -> [UInt8] {
        var text: [UInt8] = []
        try write(to: &text)
        return text
    }

    private func write(to text: inout [UInt8]) throws {
        switch self {
        case .null: text += "null".utf8
        case .boolean(let value): text += "\(value)".utf8
        case .integer(let value): text += "\(value)".utf8
        case .number(let number):
            guard Self.isNumber(number.utf8) else {
                throw CodingFailure(description: "“\(number)” is not a number in JSON")
            }
            text += number.utf8
        case .string(let value): try text += Self.json(of: value)
        case .array(let values):
            text += "[".utf8
            for (index, value) in values.enumerated() {
                if index > 0 { text += ",".utf8 }
                try value.write(to: &text)
            }
            text += "]".utf8
        case .object(let fields):
            text += "{".utf8
            for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
                if index > 0 { text += ",".utf8 }
                try text += Self.json(of: field.key)
                text += ":".utf8
                try field.value.write(to: &text)
            }
            text += "}".utf8
        }
    }

    /// A text in quotes; without an encoder, which is much slower, if nothing in it has to be escaped.
    static func json(of text: String) throws -> [UInt8] {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7f).contains($0) && $0 != 0x22 && $0 != 0x5c }
        if isPlain { return [0x22] + text.utf8 + [0x22] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return [UInt8](try encoder.encode(text))
    }

    /// Whether a text is a number as JSON writes it.
    fileprivate static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        func takeDigits() -> Int {
            let count = rest.prefix { (0x30...0x39).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        _ = take("-")
        let beginsWithZero = rest.first == UInt8(ascii: "0")
        let count = takeDigits()
        guard count == 1 || count > 1 && !beginsWithZero else { return false }
        if take("."), takeDigits() == 0 { return false }
        if take("eE") {
            _ = take("+-")
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }
}

/// Reads JSON from the first byte to the last.
private struct JSONValueReader {
    /// How deep arrays and objects may be nested; `JSONDecoder` allows as much.
    private static let deepest = 512

    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var failure: CodingFailure { CodingFailure(description: "it is not JSON at byte \(place)") }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return place == bytes.count
        }
    }

    mutating func takeValue(depth: Int = 0) throws -> CodedValue {
        guard !isAtEnd, depth <= Self.deepest else { throw failure }
        switch bytes[place] {
        case UInt8(ascii: "{"): return .object(try takeFields(depth: depth))
        case UInt8(ascii: "["): return .array(try takeElements(depth: depth))
        case UInt8(ascii: "\""): return .string(try takeText())
        default: return try takeWord()
        }
    }

    private mutating func skipSpace() {
        while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard !isAtEnd, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func takeFields(depth: Int) throws -> [String: CodedValue] {
        place += 1
        var fields: [String: CodedValue] = [:]
        if take("}") { return fields }
        repeat {
            guard !isAtEnd, bytes[place] == UInt8(ascii: "\"") else { throw failure }
            let name = try takeText()
            guard take(":") else { throw failure }
            fields[name] = try takeValue(depth: depth + 1)
        } while take(",")
        guard take("}") else { throw failure }
        return fields
    }

    private mutating func takeElements(depth: Int) throws -> [CodedValue] {
        place += 1
        var values: [CodedValue] = []
        if take("]") { return values }
        repeat { values.append(try takeValue(depth: depth + 1)) } while take(",")
        guard take("]") else { throw failure }
        return values
    }

    private mutating func takeText() throws -> String {
        let start = place
        var isPlain = true
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            let isEscape = bytes[place] == UInt8(ascii: "\\")
            if isEscape || bytes[place] < 0x20 { isPlain = false }
            place += isEscape ? 2 : 1
        }
        guard place < bytes.count else { throw failure }
        place += 1
        let text = bytes[start..<place]
        if isPlain, let read = String(validating: text.dropFirst().dropLast(), as: UTF8.self) { return read }
        guard let read = try? JSONDecoder().decode(String.self, from: Data(text)) else { throw failure }
        return read
    }

    /// Takes a number, `true`, `false`, or `null`.
    private mutating func takeWord() throws -> CodedValue {
        let word = bytes[place...]
            .prefix { ![0x2c, 0x5d, 0x7d, 0x20, 0x09, 0x0a, 0x0d].contains($0) }
        let text = String(decoding: word, as: UTF8.self)
        let value: CodedValue
        switch text {
        case "null": value = .null
        case "true": value = true
        case "false": value = false
        default:
            guard CodedValue.isNumber(word) else { throw failure }
            // A zero with a sign is another number than zero.
            if let number = Int(text), "\(number)" == text {
                value = .integer(number)
            } else {
                value = .number(text)
            }
        }
        place = word.endIndex
        return value
    }
}
