// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

private enum StackKey: String, CodingKey { case pages, next }
private enum PageKey: String, CodingKey { case id, state }

extension Stack: Encodable where Element: Encodable {
    /// Encodes the pages with their identifiers, and the identifier of the next one.
    ///
    /// As JSON: `{"pages":[{"id":0,"state":…},{"id":2,"state":…}],"next":3}`.
    ///
    /// - Parameter encoder: Where they are written.
    /// - Throws: What an element or the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: StackKey.self)
        var list = container.nestedUnkeyedContainer(forKey: .pages)
        for page in pages {
            var item = list.nestedContainer(keyedBy: PageKey.self)
            try item.encode(page.number, forKey: .id)
            try item.encode(page.state, forKey: .state)
        }
        try container.encode(next, forKey: .next)
    }
}

extension Stack: Decodable where Element: Decodable {
    /// Decodes a stack as it was encoded, or the states of the pages from an array, which is counted from 0.
    ///
    /// An array is how a deep link is written by hand, or by another program.
    ///
    /// - Parameter decoder: Where they are read.
    /// - Throws: `DecodingError` for a second page with an identifier and for a next identifier that a page has had, and
    ///   what an element throws.
    public init(from decoder: any Decoder) throws {
        if let elements = try? decoder.unkeyedContainer() {
            self.init(try Self.elements(in: elements))
            return
        }
        self.init()
        let container = try decoder.container(keyedBy: StackKey.self)
        var list = try container.nestedUnkeyedContainer(forKey: .pages)
        while !list.isAtEnd {
            let item = try list.nestedContainer(keyedBy: PageKey.self)
            let id = try item.decode(StackElementID.self, forKey: .id)
            guard !pages.contains(id: id) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .id,
                    in: item,
                    debugDescription: "There are two pages with the identifier \(id)."
                )
            }
            append(try item.decode(Element.self, forKey: .state), as: id)
        }
        let coded = try container.decode(Int.self, forKey: .next)
        guard coded >= next else {
            throw DecodingError.dataCorruptedError(
                forKey: .next,
                in: container,
                debugDescription: "The next page cannot have the number \(coded), but \(next) at least."
            )
        }
        next = coded
    }

    private static func elements(in container: any UnkeyedDecodingContainer) throws -> [Element] {
        var container = container
        var elements: [Element] = []
        while !container.isAtEnd { elements.append(try container.decode(Element.self)) }
        return elements
    }
}
