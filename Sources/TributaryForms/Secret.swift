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
/// Printing and reflection show `•••`, also inside of a value that contains the secret. It is encoded as that text and decoded as
/// the empty value of its type, such as an empty string. So a recovered or replayed state lacks the secret, and has to ask for it
/// again. If that is not acceptable, keep the secret in a keychain and only its name in the state.
///
/// A key path reads the plain value. A change of a form hides it if the state is a `FormState`.
@propertyWrapper
public struct Secret<Value> {
    /// The value.
    public var wrappedValue: Value

    /// Hides a value.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Marks a hidden value for tools that reflect values, without its type.
package protocol HiddenValue {}

extension Secret: HiddenValue {}
extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// Three dots.
    public var description: String { "•••" }

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
    /// Ignores the input, which never contains the secret.
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: .withheld) }
}

/// A type with an empty value, which replaces a secret when it is decoded.
public protocol SecretValue {
    /// The value of a secret after it was encoded and decoded.
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
