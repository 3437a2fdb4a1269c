// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension IdentifiedArray {
    /// Appends an element, unless there is one with its identifier.
    ///
    /// Constant time, amortized.
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
        arrangementChanged()
        return (true, position)
    }

    /// Appends elements; of those with the same identifier the first is kept, each other one is a diagnostic.
    ///
    /// Linear in the new elements, amortized.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    public mutating func append(
        contentsOf elements: some Sequence<Element>,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        append(contentsOf: elements, at: SourceSite(fileID: fileID, line: line))
    }

    /// Appends elements; the diagnostic names the place in the program, if it is known.
    mutating func append(contentsOf elements: some Sequence<Element>, at site: SourceSite?) {
        reserveCapacity(storage.count + elements.underestimatedCount)
        let wasEmpty = isEmpty
        for element in elements where !append(element).inserted {
            reportDuplicate(identify(element), at: site)
        }
        // The log would keep as many identifiers as there are elements.
        if wasEmpty { log.noteEverything() }
    }

    /// Inserts an element, unless there is one with its identifier.
    ///
    /// Linear in the elements after it. A position out of range stops the program.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - position: Its new position.
    /// - Returns: Whether it was inserted, and the position of the element with that identifier.
    @discardableResult
    public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
        precondition(position >= 0 && position <= storage.count, "The position is out of range.")
        if let known = positions[identify(element)] { return (false, known) }
        replaceSubrange(position..<position, with: CollectionOfOne(element))
        return (true, position)
    }

    /// Replaces the element with the same identifier, or appends the element if there is none.
    ///
    /// Constant time, amortized.
    ///
    /// - Parameter element: The element.
    /// - Returns: The element that was there, or `nil` when it was appended.
    @discardableResult
    public mutating func updateOrAppend(_ element: Element) -> Element? {
        guard let position = positions[identify(element)] else {
            append(element)
            return nil
        }
        let original = storage[position]
        self[position] = element
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
        if !newElements.isEmpty || !bounds.isEmpty { arrangementChanged() }
    }
}

extension IdentifiedArray {
    /// Removes the element with an identifier.
    ///
    /// Linear in the elements after it.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The element, or `nil` when there was none.
    @discardableResult
    public mutating func remove(id: ID) -> Element? { positions[id].map { remove(at: $0) } }

    /// Removes the element at a position.
    ///
    /// Linear in the elements after it. A position out of range stops the program.
    ///
    /// - Parameter position: The position.
    /// - Returns: The element.
    @discardableResult
    public mutating func remove(at position: Int) -> Element {
        let element = storage[position]
        removeSubrange(position...position)
        return element
    }

    /// Removes the first element, which is linear; an empty collection stops the program.
    ///
    /// - Returns: The element.
    @discardableResult
    public mutating func removeFirst() -> Element { remove(at: 0) }

    /// Removes elements from the front, in one pass; more than there are stops the program.
    ///
    /// - Parameter count: How many.
    public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

    /// Removes the last element, in constant time; an empty collection stops the program.
    ///
    /// - Returns: The element.
    @discardableResult
    public mutating func removeLast() -> Element { remove(at: storage.count - 1) }

    /// Removes elements from the end, linear in their number; more than there are stops the program.
    ///
    /// - Parameter count: How many.
    public mutating func removeLast(_ count: Int) { removeSubrange((storage.count - count)..<storage.count) }

    /// Removes all elements.
    ///
    /// Linear.
    ///
    /// - Parameter keepingCapacity: Whether their memory is kept for elements to come.
    public mutating func removeAll(keepingCapacity: Bool = false) {
        guard !isEmpty else { return }
        log.noteEverything()
        storage.removeAll(keepingCapacity: keepingCapacity)
        identifiers.removeAll(keepingCapacity: keepingCapacity)
        positions.removeAll(keepingCapacity: keepingCapacity)
        arrangementChanged()
    }

    /// Removes the elements that satisfy a predicate, in one pass.
    ///
    /// The predicate runs on all elements before any is removed: if it throws, nothing changes.
    ///
    /// - Parameter shouldBeRemoved: Whether to remove an element.
    public mutating func removeAll(where shouldBeRemoved: (Element) throws -> Bool) rethrows {
        arrange(try storage.indices.filter { try !shouldBeRemoved(storage[$0]) })
    }

    /// Removes the elements at positions, given in any order, in one pass.
    ///
    /// A position given twice counts once; one out of range stops the program.
    ///
    /// - Parameter offsets: The positions before anything is removed.
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        let removed = unique(offsets)
        arrange(storage.indices.filter { !removed.contains($0) })
    }

    /// Removes the elements in a range of positions.
    ///
    /// Linear in them and in the elements after them. A range out of bounds stops the program.
    ///
    /// - Parameter bounds: The positions.
    public mutating func removeSubrange(_ bounds: some RangeExpression<Int>) {
        replaceSubrange(bounds, with: EmptyCollection())
    }

    /// Positions, each once; one out of range stops the program.
    private func unique(_ offsets: some Sequence<Int>) -> Set<Int> {
        let positions = Set(offsets)
        precondition(positions.allSatisfy(storage.indices.contains), "A position is out of range.")
        return positions
    }
}

extension IdentifiedArray {
    /// Moves the elements at some positions, in their order, to before the element at another position.
    ///
    /// All positions are those before the move; the destination may be the end. One given twice counts once, one out
    /// of range stops the program. Linear.
    ///
    /// - Parameters:
    ///   - source: The positions of the elements to move.
    ///   - destination: The position of the element before which to move them.
    public mutating func move(fromOffsets source: some Sequence<Int>, toOffset destination: Int) {
        precondition(destination >= 0 && destination <= storage.count, "The destination is out of range.")
        let moving = unique(source)
        let isStaying = { !moving.contains($0) }
        let before = (0..<destination).filter(isStaying)
        arrange(before + storage.indices.filter(moving.contains) + (destination..<count).filter(isStaying))
    }

    /// Reverses the order of the elements.
    ///
    /// Linear.
    public mutating func reverse() { arrange(storage.indices.reversed()) }

    /// Sorts the elements with a predicate, in the time of `Array.sort`.
    ///
    /// If they are in order already, or if the predicate throws, nothing changes.
    ///
    /// - Parameter areInIncreasingOrder: Whether the first element comes before the second.
    public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
        arrange(try storage.indices.sorted { try areInIncreasingOrder(storage[$0], storage[$1]) })
    }

    /// Keeps the elements at some positions, in their order, and removes all others.
    ///
    /// Linear. If every element stays at its place, nothing changes.
    private mutating func arrange(_ order: [Int]) {
        let first = order.indices.first { order[$0] != $0 } ?? order.count
        guard first < storage.count else { return }
        var isKept = Array(repeating: false, count: storage.count)
        for position in order { isKept[position] = true }
        for position in storage.indices where !isKept[position] {
            note(identifiers[position])
            positions[identifiers[position]] = nil
        }
        storage = order.reduce(into: []) { $0.append(storage[$1]) }
        identifiers = order.map { identifiers[$0] }
        renumber(from: first)
        arrangementChanged()
    }
}

/// The last changes of a collection, each with the version that it made.
///
/// No two collections ever have the same version, but for copies. So a reader that finds its version here has read this collection, or
/// one that this was copied from, and all changes since then are those after it. A reader that does not find it looks at each element.
/// That takes more changes than half the number of elements, so it looks at fewer than twice as many elements as there were changes.
@usableFromInline struct ChangeLog<ID: Hashable> {
    /// The version before the changes that are kept.
    @usableFromInline var base = ChangeStamp.empty

    /// The identifiers of the elements that changed, came or went, and the versions then.
    @usableFromInline var ids: [ID] = []
    @usableFromInline var versions: [ChangeStamp] = []

    @usableFromInline init() {}

    /// Equal at two moments if no element changed, came or went in between.
    @inlinable
    var version: ChangeStamp { versions.last ?? base }

    /// Notes that the element with an identifier changed, came or went, in a collection of so many.
    ///
    /// Amortized constant time.
    @inlinable
    mutating func note(_ id: ID, among count: Int) {
        ids.append(id)
        versions.append(.unique())
        if ids.count > 32 + count { dropOlderHalf() }
    }

    @usableFromInline mutating func dropOlderHalf() {
        let count = ids.count / 2
        base = versions[count - 1]
        ids.removeFirst(count)
        versions.removeFirst(count)
    }

    /// Notes that every element may have changed.
    mutating func noteEverything() {
        base = .unique()
        ids = []
        versions = []
    }

    /// The identifiers of the elements that may have changed, come or gone since a version, each once; `nil` for all.
    ///
    /// Linear in the changes.
    @inlinable
    func changes(since version: ChangeStamp) -> ArraySlice<ID>? {
        var first = versions.count
        while first > 0, versions[first - 1].number > version.number { first -= 1 }
        guard version == (first > 0 ? versions[first - 1] : base) else { return nil }
        let changed = ids[first...]
        return changed.count > 1 ? Self.unique(changed) : changed
    }

    /// The identifiers without repetitions, in the order of their first appearance.
    @usableFromInline static func unique(_ ids: ArraySlice<ID>) -> ArraySlice<ID> {
        var seen = Set<ID>(minimumCapacity: ids.count)
        return ids.filter { seen.insert($0).inserted }[...]
    }
}

/// Names a moment in the life of a value; no two moments have the same stamp, and later ones are greater.
@usableFromInline struct ChangeStamp: Hashable, Sendable {
    @usableFromInline let number: UInt64

    /// The stamp of a collection that never had an element; all such collections share it.
    @usableFromInline static var empty: Self { Self(number: 0) }

    /// A stamp that no other value has, on any thread.
    ///
    /// Constant time: it counts.
    @usableFromInline static func unique() -> Self {
        Self(number: lastNumber.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}

private let lastNumber = Atomic<UInt64>(0)

extension IdentifiedArray {
    @inlinable
    mutating func note(_ id: ID) { log.note(id, among: storage.count) }

    @usableFromInline mutating func arrangementChanged() { arrangement = .unique() }
}
