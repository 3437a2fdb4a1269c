// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Why a text is no JSON.
struct JSONError: Error, Equatable, CustomStringConvertible {
    let reason: String
    let offset: Int

    var description: String { "\(reason) (at byte \(offset))" }
}

extension JSON {
    /// Reads a text.
    ///
    /// - Throws: A `JSONError` with the place.
    init(parsing text: some Collection<UInt8>) throws(JSONError) {
        var reader = JSONReader(bytes: Array(text))
        self = try reader.readWhole()
    }
}

/// Reads JSON byte by byte, and reports the position of an error.
private struct JSONReader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Deeper values are refused, because they would overflow the program's stack.
    private static let deepest = 512

    mutating func readWhole() throws(JSONError) -> JSON {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
        let value = try read(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw fault("something follows the end") }
        return value
    }

    private func fault(_ reason: String) -> JSONError {
        JSONError(reason: index >= bytes.count ? "the text ends too early" : reason, offset: index)
    }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func read(depth: Int) throws(JSONError) -> JSON {
        guard depth < Self.deepest else { throw fault("it is nested deeper than \(Self.deepest) levels") }
        skipSpace()
        guard index < bytes.count else { throw fault("") }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try readObject(depth)
        case UInt8(ascii: "["): return try readArray(depth)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .boolean(true))
        case UInt8(ascii: "f"): return try readWord("false", .boolean(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readWord(_ word: String, _ value: JSON) throws(JSONError) -> JSON {
        for byte in word.utf8 { guard take(byte) else { throw fault("“\(word)” was expected") } }
        return value
    }

    private mutating func readArray(_ depth: Int) throws(JSONError) -> JSON {
        index += 1
        var values: [JSON] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array([]) }
        while true {
            values.append(try read(depth: depth + 1))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(values) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or “]” was expected") }
        }
    }

    private mutating func readObject(_ depth: Int) throws(JSONError) -> JSON {
        index += 1
        var fields: [JSON.Fields.Field] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return [:] }
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                throw fault("a name was expected")
            }
            let name = try readString()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault("a colon was expected") }
            fields.append(JSON.Fields.Field(name: name, value: try read(depth: depth + 1)))
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(JSON.Fields(list: fields)) }
            guard take(UInt8(ascii: ",")) else { throw fault("a comma or “}” was expected") }
        }
    }

    private mutating func readNumber() throws(JSONError) -> JSON {
        let start = index
        let isPart: (UInt8) -> Bool = {
            (0x30...0x39).contains($0) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].contains($0)
        }
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let value = Int(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            index = start
            throw fault("a value was expected")
        }
        return .number(value)
    }

    private mutating func readString() throws(JSONError) -> String {
        index += 1
        let start = index
        // Most texts hold nothing that is escaped.
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5c { index += 1 }
        if index < bytes.count, bytes[index] == 0x22 {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var units = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x22 { return String(decoding: units, as: UTF8.self) }
            guard byte == 0x5c else {
                units.append(byte)
                continue
            }
            guard index < bytes.count else { break }
            let escaped = bytes[index]
            index += 1
            switch escaped {
            case UInt8(ascii: "n"): units.append(0x0a)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "r"): units.append(0x0d)
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0c)
            case UInt8(ascii: "u"): units += Array(String(try readScalar()).utf8)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(escaped)
            default: throw fault("no such escape")
            }
        }
        throw fault("")
    }

    private mutating func readScalar() throws(JSONError) -> Character {
        let first = try readUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return Character(scalar) }
        // Half of a surrogate pair, which needs the other half.
        guard first < 0xdc00, take(0x5c), take(UInt8(ascii: "u")) else { return "\u{fffd}" }
        let second = try readUnit()
        guard (0xdc00...0xdfff).contains(second) else { return "\u{fffd}" }
        let code = 0x10000 + (UInt32(first) - 0xd800) << 10 + (UInt32(second) - 0xdc00)
        return Unicode.Scalar(code).map(Character.init) ?? "\u{fffd}"
    }

    private mutating func readUnit() throws(JSONError) -> UInt16 {
        guard index + 4 <= bytes.count,
            let unit = UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
        else { throw fault("four digits were expected") }
        index += 4
        return unit
    }
}
