// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value of JSON whose objects keep the order of their fields.
enum JSON: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(Fields)

    struct Fields: Hashable, Sendable {
        var list: [Field]

        struct Field: Hashable, Sendable {
            var name: String
            var value: JSON
        }
    }

    /// The value of a field; the last one if a name occurs twice.
    subscript(name: String) -> JSON? {
        get {
            guard case .object(let fields) = self else { return nil }
            return fields.list.last { $0.name == name }?.value
        }
        set {
            guard case .object(var fields) = self else { return }
            fields.list.removeAll { $0.name == name }
            if let newValue { fields.list.append(Fields.Field(name: name, value: newValue)) }
            self = .object(fields)
        }
    }

    var string: String? { if case .string(let value) = self { value } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
    var isNull: Bool { self == .null }

    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    var integers: [Int]? {
        guard let array else { return nil }
        let numbers = array.compactMap(\.integer)
        return numbers.count == array.count ? numbers : nil
    }

    var strings: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByStringInterpolation
{
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Fields(list: elements.map { Fields.Field(name: $0.0, value: $0.1) }))
    }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(nilLiteral: ()) { self = .null }

    init(_ value: String?) { self = value.map(JSON.string) ?? .null }
    init(_ value: Int?) { self = value.map(JSON.integer) ?? .null }
    init(_ values: [Int]) { self = .array(values.map(JSON.integer)) }

    /// The object with more fields after its own.
    func with(_ name: String, _ value: JSON) -> JSON {
        var result = self
        result[name] = value
        return result
    }
}

// MARK: - Writing

extension JSON {
    /// The text, in one line.
    var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += "\(value)".utf8
        // Infinities and NaN are not numbers in JSON.
        case .number(let value): bytes += value.isFinite ? Array("\(value)".utf8) : Array("null".utf8)
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let fields):
            bytes.append(UInt8(ascii: "{"))
            for (index, field) in fields.list.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(field.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                field.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case 0..<0x20:
                bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
