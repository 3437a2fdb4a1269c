// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
