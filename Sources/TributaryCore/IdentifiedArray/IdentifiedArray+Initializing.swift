// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// A collection of elements that a property identifies.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic. Linear.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - id: The property that identifies an element.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    @inlinable
    public init(
        uniqueElements elements: some Sequence<Element>,
        id: any KeyPath<Element, ID> & Sendable,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init(id: id)
        append(contentsOf: elements, fileID: fileID, line: line)
    }

    /// A collection of elements that a property identifies; elements with the same identifier are combined.
    ///
    /// The result takes the place of the first of them. Linear.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - id: The property that identifies an element.
    ///   - combine: Makes one element of the one so far and a further one with its identifier.
    @inlinable
    public init(
        _ elements: some Sequence<Element>,
        id: any KeyPath<Element, ID> & Sendable,
        uniquingIDsWith combine: (Element, Element) throws -> Element
    ) rethrows {
        self.init(id: id)
        try append(contentsOf: elements, uniquingIDsWith: combine)
    }

    @inlinable
    mutating func append(
        contentsOf elements: some Sequence<Element>,
        uniquingIDsWith combine: (Element, Element) throws -> Element
    ) rethrows {
        reserveCapacity(count + elements.underestimatedCount)
        for element in elements {
            let (inserted, position) = append(element)
            guard !inserted else { continue }
            storage[position] = try combine(storage[position], element)
            settle(at: position)
        }
    }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
    /// A collection of elements that identify themselves.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic. Linear.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    @inlinable
    public init(
        uniqueElements elements: some Sequence<Element>,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init()
        append(contentsOf: elements, fileID: fileID, line: line)
    }

    /// A collection of elements that identify themselves; elements with the same identifier are combined.
    ///
    /// The result takes the place of the first of them. Linear.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - combine: Makes one element of the one so far and a further one with its identifier.
    @inlinable
    public init(
        _ elements: some Sequence<Element>,
        uniquingIDsWith combine: (Element, Element) throws -> Element
    ) rethrows {
        self.init()
        try append(contentsOf: elements, uniquingIDsWith: combine)
    }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
    /// A collection of the elements of a literal.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic.
    ///
    /// - Parameter elements: The elements, in order.
    @inlinable
    public init(arrayLiteral elements: Element...) {
        self.init()
        append(contentsOf: elements, at: nil)
    }
}
