// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// The identifiers, in the order of the elements.
    ///
    /// Constant time.
    @inlinable
    public var ids: [ID] { identifiers }

    /// The elements as an array.
    ///
    /// Constant time: it shares their memory until either changes.
    @inlinable
    public var elements: [Element] { Array(storage) }

    /// The position of the element with an identifier.
    ///
    /// Constant time.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The position, or `nil` when there is no such element.
    @inlinable
    public func index(id: ID) -> Int? { positions[id] }

    /// Whether there is an element with an identifier.
    ///
    /// Constant time.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: Whether it is that of an element.
    @inlinable
    public func contains(id: ID) -> Bool { positions[id] != nil }

    /// The element with an identifier.
    ///
    /// The element is changed in place, in constant time and without a copy of anything. Assigning an element where
    /// there is none appends it; assigning `nil` removes the one that is there, which is linear. An element with
    /// another identifier is a diagnostic: it is kept under its own, if that is free.
    ///
    /// - Parameter id: The identifier.
    @inlinable
    public subscript(id id: ID) -> Element? {
        get { positions[id].map { storage[$0] } }
        set {
            guard let position = positions[id] else {
                if let newValue { append(newValue, expecting: id) }
                return
            }
            guard let newValue else {
                remove(at: position)
                return
            }
            note(id)
            storage[position] = newValue
            settle(at: position)
        }
        _modify {
            // The element leaves the storage during the access, so there is never a second reference to it. The last
            // element fills the gap meanwhile, so moving out and back costs constant time.
            let position = positions[id]
            var element = position.map { takeOut(at: $0) }
            defer { putBack(element.take(), at: position, id: id) }
            yield &element
        }
    }

    /// Changes the element with an identifier in place, and does nothing if there is none.
    ///
    /// Constant time, without a copy of anything. An element that changes its identifier is a diagnostic.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - body: Changes the element, but not its identifier.
    /// - Returns: What `body` returned, or `nil` when there is no such element.
    /// - Throws: What `body` throws; what it changed before stays changed.
    @inlinable
    @discardableResult
    public mutating func modify<Result, Failure: Error>(
        id: ID,
        _ body: (inout Element) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let position = positions[id] else { return nil }
        note(id)
        defer { settle(at: position) }
        return try body(&storage[position])
    }

    /// Moves an element out of the storage, and the last one into its place.
    @inlinable
    mutating func takeOut(at position: Int) -> Element {
        note(identifiers[position])
        return moveOut(at: position)
    }

    /// The same for an element that may come back as it was: that it changed is noted when it has.
    @inlinable
    mutating func moveOut(at position: Int) -> Element {
        moveAcross(position, storage.count - 1)
        return storage.removeLast()
    }

    /// Undoes `moveOut` with the same element.
    @inlinable
    mutating func moveBack(_ element: consuming Element, at position: Int) {
        storage.append(element)
        moveAcross(position, storage.count - 1)
    }

    /// Undoes `takeOut` with what the element has become.
    @inlinable
    mutating func putBack(_ element: consuming Element?, at position: Int?, id: ID) {
        guard let position else {
            if let element { append(element, expecting: id) }
            return
        }
        if let element {
            moveBack(element, at: position)
            settle(at: position)
        } else {
            if position != storage.count { storage.append(storage.remove(at: position)) }
            identifiers.remove(at: position)
            positions[id] = nil
            renumber(from: position)
            membersChanged()
        }
    }

    /// Exchanges two elements by moving them; `swapAt` of an array copies them, and counts references.
    @inlinable
    mutating func moveAcross(_ first: Int, _ second: Int) {
        if first != second { storage.withUnsafeMutableBufferPointer { $0.swapAt(first, second) } }
    }
}
