// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An encoded value in a journal, which an upgrade of an old action changes before it is decoded.
///
/// Use literals: `fields["currency"] = "EUR"`, `fields["count"] = 3`. Numbers keep the digits with which they were written, so an
/// upgrade changes only the numbers that it sets.
public enum CodedValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number, as JSON writes it: `19.90`, `-0`, or `18446744073709551615`.
    ///
    /// Convert it to the type that you need, such as `Decimal(string: text)` or `Double(text)`.
    case number(String)
    /// Text; dates and data are coded as text or numbers.
    case string(String)
    /// Values in order.
    case array([CodedValue])
    /// Values with names: structs, and payloads of cases.
    case object([String: CodedValue])

    /// The value under a name; `nil` if it is missing or this is not an object.
    ///
    /// Setting it turns another kind of value into an object.
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
    public init(floatLiteral value: Double) { self = .number("\(value)") }
    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Values in order.
    public init(arrayLiteral elements: CodedValue...) { self = .array(elements) }
    /// Values with names; of two with one name, the later.
    public init(dictionaryLiteral elements: (String, CodedValue)...) {
        self = .object(Dictionary(elements) { _, later in later })
    }
}
