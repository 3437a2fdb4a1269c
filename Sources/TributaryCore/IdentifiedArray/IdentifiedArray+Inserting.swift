// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Appends an element, unless there is one with its identifier.
    ///
    /// Constant time, amortised.
    ///
    /// - Parameter element: The element.
    /// - Returns: Whether it was appended, and the position of the element with that identifier.
    @inlinable
    @discardableResult
    public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
        let id = identify(element)
        let position = register(id, at: storage.count)
        guard position == storage.count else { return (false, position) }
        note(id)
        storage.append(element)
        identifiers.append(id)
        membersChanged()
        return (true, position)
    }

    /// Appends elements; of those with the same identifier the first is kept, each other one is a diagnostic.
    ///
    /// Linear in the new elements, amortised.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    @inlinable
    public mutating func append(
        contentsOf elements: some Sequence<Element>,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        append(contentsOf: elements, at: SourceSite(fileID: fileID, line: line))
    }

    /// Appends elements; the diagnostic names the place in the program, if it is known.
    @inlinable
    mutating func append(contentsOf elements: some Sequence<Element>, at site: SourceSite?) {
        reserveCapacity(storage.count + elements.underestimatedCount)
        for element in elements {
            let id = identify(element)
            guard register(id, at: storage.count) == storage.count else {
                reportDuplicate(id, at: site)
                continue
            }
            note(id)
            storage.append(element)
            identifiers.append(id)
        }
        membersChanged()
    }

    /// Inserts an element, unless there is one with its identifier.
    ///
    /// Linear in the elements after it. A position out of range stops the program.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: Its new position.
    /// - Returns: Whether it was inserted, and the position of the element with that identifier.
    @inlinable
    @discardableResult
    public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
        precondition(position >= 0 && position <= storage.count, "The position is out of range.")
        let id = identify(element)
        if let known = positions[id] { return (false, known) }
        note(id)
        storage.insert(element, at: position)
        identifiers.insert(id, at: position)
        renumber(from: position)
        membersChanged()
        return (true, position)
    }

    /// Replaces the element with the same identifier, or appends the element if there is none.
    ///
    /// Constant time, amortised.
    ///
    /// - Parameter element: The element.
    /// - Returns: The element that was there, or `nil` when it was appended.
    @inlinable
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        if let position = positions[identify(element)] { return update(element, at: position) }
        append(element)
        return nil
    }

    /// Replaces the element with the same identifier, or inserts the element if there is none.
    ///
    /// Constant time when there is one, else linear in the elements after it. A position out of range stops the
    /// program, also when it is not needed.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: Its position if there is none with its identifier.
    /// - Returns: The replaced element, or `nil` if it was inserted, and its position now.
    @inlinable
    @discardableResult
    public mutating func updateOrInsert(
        _ element: Element,
        at position: Int
    ) -> (originalMember: Element?, index: Int) {
        let (inserted, index) = insert(element, at: position)
        return (inserted ? nil : update(element, at: index), index)
    }

    /// Replaces the element at a position by one with the same identifier.
    ///
    /// Constant time. An element with another identifier is a diagnostic: it is kept under its own, if that is free.
    /// A position out of range stops the program.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: The position.
    /// - Returns: The element that was there.
    @inlinable
    @discardableResult
    public mutating func update(_ element: Element, at position: Int) -> Element {
        note(identifiers[position])
        let original = storage[position]
        storage[position] = element
        settle(at: position)
        return original
    }
}

extension IdentifiedArray {
    /// Replaces the elements in a range of positions by others.
    ///
    /// A new element may have the identifier of a removed one. Of elements with the same identifier the first is
    /// kept, and one outside the range before all others; each other one is a diagnostic. Linear in the elements of
    /// the range, the new ones and those after them. A range out of bounds stops the program.
    ///
    /// - Parameters:
    ///   - bounds: The positions of the elements to remove.
    ///   - elements: The new elements, in order.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    @inlinable
    public mutating func replaceSubrange(
        _ bounds: some RangeExpression<Int>,
        with elements: some Sequence<Element>,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        let bounds = bounds.relative(to: storage)
        precondition(bounds.lowerBound >= 0 && bounds.upperBound <= count, "A position is out of range.")
        for id in identifiers[bounds] {
            note(id)
            positions[id] = nil
        }
        var newElements: ContiguousArray<Element> = []
        var newIdentifiers: [ID] = []
        for element in elements {
            let id = identify(element)
            let position = bounds.lowerBound + newElements.count
            // After the range every position is still the old one, so equal positions do not mean a new place.
            guard positions[id] == nil else {
                reportDuplicate(id, at: SourceSite(fileID: fileID, line: line))
                continue
            }
            note(id)
            positions[id] = position
            newElements.append(element)
            newIdentifiers.append(id)
        }
        storage.replaceSubrange(bounds, with: newElements)
        identifiers.replaceSubrange(bounds, with: newIdentifiers)
        if newElements.count != bounds.count { renumber(from: bounds.lowerBound + newElements.count) }
        if !newElements.isEmpty || !bounds.isEmpty { membersChanged() }
    }
}
