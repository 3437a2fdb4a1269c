// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension IdentifiedArray {
    /// Exchanges two elements.
    ///
    /// Constant time; a position out of range stops the program.
    ///
    /// - Parameters:
    ///   - first: The position of one.
    ///   - second: The position of the other.
    @inlinable
    public mutating func swapAt(_ first: Int, _ second: Int) {
        storage.swapAt(first, second)
        guard first != second else { return }
        identifiers.swapAt(first, second)
        positions[identifiers[first]] = first
        positions[identifiers[second]] = second
        arrangementChanged()
    }

    /// Moves the elements at some positions, in their order, to before the element at another position.
    ///
    /// All positions are those before the move; the destination may be the end. One given twice counts once, one out
    /// of range stops the program. Linear.
    ///
    /// - Parameters:
    ///   - source: The positions of the elements to move.
    ///   - destination: The position of the element before which to move them.
    @inlinable
    public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
        precondition(destination >= 0 && destination <= storage.count, "The destination is out of range.")
        let moving = ascending(source)
        var order: [Int] = []
        order.reserveCapacity(storage.count)
        var next = 0
        for position in 0...storage.count {
            if position == destination { order.append(contentsOf: moving) }
            if next < moving.count, moving[next] == position {
                next += 1
            } else if position < storage.count {
                order.append(position)
            }
        }
        rearrange(order)
    }

    /// Reverses the order of the elements.
    ///
    /// Linear.
    @inlinable
    public mutating func reverse() { rearrange(storage.indices.reversed()) }

    /// Puts the elements into a random order.
    ///
    /// Linear.
    @inlinable
    public mutating func shuffle() {
        var generator = SystemRandomNumberGenerator()
        shuffle(using: &generator)
    }

    /// Puts the elements into a random order, with a generator of the caller.
    ///
    /// Linear.
    ///
    /// - Parameter generator: Where the random numbers come from.
    @inlinable
    public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
        var order = Array(storage.indices)
        order.shuffle(using: &generator)
        rearrange(order)
    }

    /// Sorts the elements with a predicate, in the time of `Array.sort`.
    ///
    /// If they are in order already, or if the predicate throws, nothing changes.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first element comes before the second.
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        rearrange(try storage.indices.sorted { try areInIncreasingOrder(storage[$0], storage[$1]) })
    }

    /// Moves the elements that satisfy a predicate behind those that do not.
    ///
    /// Linear.
    ///
    /// Both groups keep their order.
    ///
    /// - Parameter belongsInSecondPartition: Whether an element goes to the end.
    /// - Returns: The position of the first element that satisfies the predicate, or the end.
    @inlinable
    @discardableResult
    public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
        var order: [Int] = []
        var second: [Int] = []
        for position in storage.indices {
            if try belongsInSecondPartition(storage[position]) {
                second.append(position)
            } else {
                order.append(position)
            }
        }
        let pivot = order.count
        order.append(contentsOf: second)
        rearrange(order)
        return pivot
    }

    /// Moves to every position the element from the position that the order has there.
    @inlinable
    mutating func rearrange(_ order: [Int]) {
        guard let first = order.indices.first(where: { order[$0] != $0 }) else { return }
        var newStorage: ContiguousArray<Element> = []
        newStorage.reserveCapacity(order.count)
        for position in order { newStorage.append(storage[position]) }
        storage = newStorage
        identifiers = order.map { identifiers[$0] }
        renumber(from: first)
        arrangementChanged()
    }
}

extension IdentifiedArray where Element: Comparable {
    /// Sorts the elements, in the time of `Array.sort`; if they are in order already, nothing changes.
    @inlinable
    public mutating func sort() { sort(by: <) }
}
