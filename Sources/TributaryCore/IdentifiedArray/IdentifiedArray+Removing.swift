// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Removes the element with an identifier.
    ///
    /// Linear in the elements after it.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The element, or `nil` when there was none.
    @inlinable
    @discardableResult
    public mutating func remove(id: ID) -> Element? { positions[id].map { remove(at: $0) } }

    /// Removes the element that has the same identifier as a given one.
    ///
    /// Linear in the elements after it.
    ///
    /// - Parameter element: An element with the identifier.
    /// - Returns: The element that was removed, or `nil` when there was none.
    @inlinable
    @discardableResult
    public mutating func remove(_ element: Element) -> Element? { remove(id: identify(element)) }

    /// Removes the element at a position.
    ///
    /// Linear in the elements after it. A position out of range stops the program.
    ///
    /// - Parameter position: The position.
    /// - Returns: The element.
    @inlinable
    @discardableResult
    public mutating func remove(at position: Int) -> Element {
        let element = storage.remove(at: position)
        let id = identifiers.remove(at: position)
        note(id)
        positions[id] = nil
        renumber(from: position)
        membersChanged()
        return element
    }

    /// Removes the first element, which is linear; an empty collection stops the program.
    ///
    /// - Returns: The element.
    @inlinable
    @discardableResult
    public mutating func removeFirst() -> Element { remove(at: 0) }

    /// Removes elements from the front, in one pass; more than there are stops the program.
    ///
    /// - Parameter count: How many.
    @inlinable
    public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

    /// Removes the last element, in constant time; an empty collection stops the program.
    ///
    /// - Returns: The element.
    @inlinable
    @discardableResult
    public mutating func removeLast() -> Element { remove(at: storage.count - 1) }

    /// Removes elements from the end, linear in their number; more than there are stops the program.
    ///
    /// - Parameter count: How many.
    @inlinable
    public mutating func removeLast(_ count: Int) { removeSubrange((storage.count - count)..<storage.count) }

    /// Removes the first element, if there is one, which is linear.
    ///
    /// - Returns: The element, or `nil` when the collection was empty.
    @inlinable
    @discardableResult
    public mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

    /// Removes the last element, if there is one, in constant time.
    ///
    /// - Returns: The element, or `nil` when the collection was empty.
    @inlinable
    @discardableResult
    public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

    /// Removes all elements.
    ///
    /// Linear.
    ///
    /// - Parameter keepingCapacity: Whether their memory is kept for elements to come.
    @inlinable
    public mutating func removeAll(keepingCapacity: Bool = false) {
        guard !isEmpty else { return }
        noteEverything()
        storage.removeAll(keepingCapacity: keepingCapacity)
        identifiers.removeAll(keepingCapacity: keepingCapacity)
        positions.removeAll(keepingCapacity: keepingCapacity)
        membersChanged()
    }

    /// Removes the elements that satisfy a predicate, in one pass.
    ///
    /// The predicate runs on all elements before any is removed: if it throws, nothing changes.
    ///
    /// - Parameter shouldBeRemoved: Whether to remove an element.
    @inlinable
    public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
        removeAscending(try storage.indices.filter { try shouldBeRemoved(storage[$0]) })
    }

    /// Removes the elements at positions, given in any order, in one pass.
    ///
    /// A position given twice counts once; one out of range stops the program.
    ///
    /// - Parameter offsets: The positions before anything is removed.
    @inlinable
    public mutating func remove(atOffsets offsets: some Sequence<Int>) { removeAscending(ascending(offsets)) }

    /// Removes the elements in a range of positions.
    ///
    /// Linear in them and in the elements after them. A range out of bounds stops the program.
    ///
    /// - Parameter bounds: The positions.
    @inlinable
    public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
        let bounds = bounds.relative(to: storage)
        storage.removeSubrange(bounds)
        guard !bounds.isEmpty else { return }
        for id in identifiers[bounds] {
            note(id)
            positions[id] = nil
        }
        identifiers.removeSubrange(bounds)
        renumber(from: bounds.lowerBound)
        membersChanged()
    }

    /// Positions in order, each once; one out of range stops the program.
    @inlinable
    func ascending(_ offsets: some Sequence<Int>) -> [Int] {
        var sorted = offsets.sorted()
        var count = 0
        for offset in sorted where count == 0 || sorted[count - 1] != offset {
            sorted[count] = offset
            count += 1
        }
        sorted.removeLast(sorted.count - count)
        if let first = sorted.first, let last = sorted.last {
            precondition(first >= 0 && last < storage.count, "A position is out of range.")
        }
        return sorted
    }

    /// Removes the elements at ascending positions.
    ///
    /// Each element that stays is moved once.
    @inlinable
    mutating func removeAscending(_ gaps: [Int]) {
        guard let first = gaps.first else { return }
        var kept = first
        var next = 0
        for position in first..<storage.count {
            if next < gaps.count, gaps[next] == position {
                next += 1
                note(identifiers[position])
                positions[identifiers[position]] = nil
            } else {
                moveAcross(kept, position)
                identifiers.swapAt(kept, position)
                positions[identifiers[kept]] = kept
                kept += 1
            }
        }
        storage.removeLast(gaps.count)
        identifiers.removeLast(gaps.count)
        membersChanged()
    }
}
