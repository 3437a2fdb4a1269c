// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value as it stands in a journal, before it is decoded: what an upgrade of an old action changes.
///
/// Literals make it: `fields["currency"] = "EUR"`, `fields["count"] = 3`. Numbers have the precision of `Int` or, with
/// a fraction, of `Double`.
public enum CodedValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A whole number that no `Int` holds, or one with a fraction.
    case number(Double)
    /// Text; dates and data are coded as text or numbers.
    case string(String)
    /// Values in order.
    case array([CodedValue])
    /// Values with names: structs, and payloads of cases.
    case object([String: CodedValue])

    /// The value under a name, `nil` where it is missing or this is no object.
    ///
    /// Setting it in what is no object makes this an object.
    public subscript(name: String) -> CodedValue? {
        get {
            if case .object(let fields) = self { fields[name] } else { nil }
        }
        set {
            var fields: [String: CodedValue] = [:]
            if case .object(let own) = self { fields = own }
            self = .null
            fields[name] = newValue
            self = .object(fields)
        }
    }
}

extension CodedValue: Codable {
    /// Decodes any value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([CodedValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: CodedValue].self))
        }
    }

    /// Encodes the value as what it stands for.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension CodedValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Nothing.
    public init(nilLiteral: ()) { self = .null }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in order.
    public init(arrayLiteral elements: CodedValue...) { self = .array(elements) }
    /// Values with names; of two with one name, the later.
    public init(dictionaryLiteral elements: (String, CodedValue)...) {
        self = .object(Dictionary(elements) { _, later in later })
    }
}
