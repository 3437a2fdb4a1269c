// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both hold equal elements in the same order.
    ///
    /// Constant time for copies of which neither was changed, else linear.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Hashes the elements in order.
    ///
    /// Linear.
    ///
    /// - Parameter hasher: Takes the elements.
    @inlinable
    public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array.
    ///
    /// - Parameter encoder: Where they are written.
    /// - Throws: What an element or the encoder throws.
    @inlinable
    public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
    /// Decodes the elements from an array; two with the same identifier are a `DecodingError`.
    ///
    /// - Parameter decoder: Where they are read.
    /// - Throws: `DecodingError` for a second element with an identifier, and what an element throws.
    @inlinable
    public init(from decoder: any Decoder) throws {
        self.init()
        var container = try decoder.unkeyedContainer()
        if let count = container.count { reserveCapacity(Swift.min(count, 1_024)) }
        while !container.isAtEnd {
            let element = try container.decode(Element.self)
            guard append(element).inserted else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "Two elements have the identifier \(element.id)."
                )
            }
        }
    }
}

extension IdentifiedArray: CustomStringConvertible {
    /// The elements as an array prints them.
    public var description: String { elements.description }
}

extension IdentifiedArray: CustomDebugStringConvertible {
    /// The type, and the elements as an array prints them for debugging.
    public var debugDescription: String { "\(Self.self)(\(elements.debugDescription))" }
}

extension IdentifiedArray: CustomReflectable {
    /// The elements only; the other storage is no part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: storage, displayStyle: .collection) }
}
