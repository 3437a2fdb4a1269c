// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// The identifiers, in the order of the elements.
    @inlinable
    public var ids: [ID] { storage.map(identify) }

    /// The position of an element, or `nil` when there is none with this identifier.
    @inlinable
    public func index(id: ID) -> Int? { positions[id] }

    /// The element with an identifier.
    ///
    /// Setting it changes the element where it lies, appends a new one, or removes it (`nil`).
    @inlinable
    public subscript(id id: ID) -> Element? {
        get { positions[id].map { storage[$0] } }
        set {
            guard let newValue else {
                remove(id: id)
                return
            }
            guard let position = positions[id] else {
                append(newValue)
                return
            }
            storage[position] = newValue
        }
    }

    /// Changes the element with an identifier where it lies, and does nothing when there is none.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - body: Changes the element, but not its identifier.
    /// - Returns: What `body` returned, or `nil` when there is no such element.
    @inlinable
    @discardableResult
    public mutating func modify<Result>(id: ID, _ body: (inout Element) -> Result) -> Result? {
        guard let position = positions[id] else { return nil }
        return body(&storage[position])
    }

    /// Appends an element, unless there is one with its identifier.
    ///
    /// - Returns: Whether it was appended, and the position of the element with that identifier.
    @inlinable
    @discardableResult
    public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
        let id = identify(element)
        if let position = positions[id] { return (false, position) }
        positions[id] = storage.count
        storage.append(element)
        return (true, storage.count - 1)
    }

    /// Removes the element with an identifier.
    ///
    /// - Returns: The element, or `nil` when there was none.
    @inlinable
    @discardableResult
    public mutating func remove(id: ID) -> Element? {
        guard let position = positions.removeValue(forKey: id) else { return nil }
        let element = storage.remove(at: position)
        for index in position..<storage.count { positions[identify(storage[index])] = index }
        return element
    }

    @inlinable
    mutating func appendUnique(_ elements: some Sequence<Element>) {
        storage.reserveCapacity(elements.underestimatedCount)
        positions.reserveCapacity(elements.underestimatedCount)
        for element in elements where !append(element).inserted {
            Self.reportDuplicate(identify(element))
        }
    }

    @usableFromInline
    static func reportDuplicate(_ id: ID) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .duplicateIdentifier,
                message: "Two elements of \(Self.self) have the identifier \(id); the second was left out.",
                remedy: "Give every element an identifier of its own, or use `updateOrAppend` to replace."
            )
        )
    }
}
