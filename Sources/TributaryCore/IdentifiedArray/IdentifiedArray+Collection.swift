// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A random-access collection, and no `MutableCollection`.
///
/// Generic algorithms over mutable collections assign elements one by one, and so hold some of them twice in between.
/// Here that would be two elements with one identifier. So this type has these algorithms as methods of its own.
extension IdentifiedArray: RandomAccessCollection {
    /// The position of the first element.
    @inlinable
    public var startIndex: Int { 0 }

    /// The position after the last element.
    @inlinable
    public var endIndex: Int { storage.count }

    /// The element at a position.
    ///
    /// The element is changed in place, in constant time and without a copy of anything. An element that changes its
    /// identifier is a diagnostic: it is kept under its new one, if that is free. A position out of range stops the
    /// program.
    ///
    /// - Parameter position: The position.
    @inlinable
    public subscript(position: Int) -> Element {
        get { storage[position] }
        set { update(newValue, at: position) }
        _modify {
            note(identifiers[position])
            defer { settle(at: position) }
            yield &storage[position]
        }
    }

    /// Shows the elements to a closure as one piece of memory.
    ///
    /// Constant time.
    ///
    /// - Parameter body: Reads the elements; the memory is not valid after it.
    /// - Returns: What `body` returned.
    @inlinable
    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? {
        try storage.withContiguousStorageIfAvailable(body)
    }

    /// The elements that satisfy a predicate, in their order.
    ///
    /// Linear: one pass.
    ///
    /// - Parameter isIncluded: Whether an element stays.
    /// - Returns: A collection of those that stay.
    @inlinable
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        var copy = self
        try copy.removeAll { try !isIncluded($0) }
        return copy
    }

    /// Reserves memory for elements to come.
    ///
    /// - Parameter minimumCapacity: For how many elements to reserve memory.
    @inlinable
    public mutating func reserveCapacity(_ minimumCapacity: Int) {
        storage.reserveCapacity(minimumCapacity)
        identifiers.reserveCapacity(minimumCapacity)
        positions.reserveCapacity(minimumCapacity)
    }
}
