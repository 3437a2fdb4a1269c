// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that no diagnostic, log, journal or inspector shows.
///
/// ```swift
/// struct Card: Codable, Equatable, Sendable {
///     @Secret var number: String
///     var lastDigits: String
/// }
/// ```
/// As text and by reflection it is `•••`, and so it is what `String(reflecting:)` says of whatever contains it. It is coded
/// as that text, too, and decoded as the value that stands for nothing, such as an empty string: a state that is recovered
/// or replayed lacks the secret, and has to ask for it again. Where that will not do, keep the secret outside of the state,
/// in a keychain, and in the state its name.
///
/// A key path leads to the plain value: a change of a form does not show it where the state is a `FormState`.
@propertyWrapper
public struct Secret<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Hides a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// What a tool that reflects values recognises as hidden, whatever it hides.
package protocol HiddenValue {}

extension Secret: HiddenValue {}
extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Three dots.
    public var description: String { "•••" }

    /// Three dots.
    public var debugDescription: String { description }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Encodable {
    /// Encodes three dots.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Secret: Decodable where Value: SecretValue {
    /// Decodes the value that stands for nothing, whatever is there.
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: .withheld) }
}

/// A type whose secret values can be coded, as one value stands for those that are withheld.
public protocol SecretValue {
    /// What a secret is once it was coded and decoded.
    static var withheld: Self { get }
}

extension String: SecretValue {
    /// An empty string.
    public static var withheld: String { "" }
}

extension Array: SecretValue {
    /// An empty array.
    public static var withheld: [Element] { [] }
}

extension Optional: SecretValue {
    /// Nothing.
    public static var withheld: Wrapped? { nil }
}
