// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An ordered collection of elements with unique identifiers, and constant-time access by identifier.
///
/// It is the state of `forEach`: an array by position, and a dictionary by identifier. Elements are changed in place.
/// ```swift
/// var rows: IdentifiedArray = [Row(id: 1), Row(id: 2)]
/// rows[id: 1]?.title = "First"
/// rows[0].isDone = true
/// ```
/// Costs: access by identifier or position, appending, and changing an element are constant (amortized, one hash of the identifier
/// by identifier and by appending, none by position); inserting and removing before the end are linear in the elements after them;
/// rearranging, and removing several, take one pass. A copy is a few references; the first change of a copy copies the storage that
/// it changes.
///
/// It is a value: it does not detect a change inside of an element that is a reference.
///
/// The idea is that of `IdentifiedArray` in swift-identified-collections, by Brandon Williams and Stephen Celis.
public struct IdentifiedArray<ID: Hashable, Element> {
    /// The elements, in order.
    @usableFromInline var storage: ContiguousArray<Element>

    /// The identifier under which the element at the same position is registered.
    ///
    /// It is stored apart from the element, so that the collection stays consistent whatever happens inside elements.
    @usableFromInline var identifiers: [ID]

    /// The position of each identifier's element.
    @usableFromInline var positions: [ID: Int]

    /// Which elements changed last, for observers; equality and coding ignore it.
    @usableFromInline var log: ChangeLog<ID>

    /// New whenever identifiers come, go or change places: equal stamps mean equal sequences of identifiers.
    @usableFromInline var arrangement: ChangeStamp

    /// Reads an element's identifier.
    @usableFromInline let identify: (Element) -> ID

    @inlinable
    init(identify: @escaping (Element) -> ID) {
        storage = []
        identifiers = []
        positions = [:]
        log = ChangeLog()
        arrangement = .empty
        self.identify = identify
    }

    /// An empty collection of elements that a property identifies.
    ///
    /// - Parameter id: The property that identifies an element.
    @inlinable
    public init(id: any KeyPath<Element, ID> & Sendable) {
        self.init(identify: { $0[keyPath: id] })
    }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
    /// An empty collection of elements that identify themselves.
    @inlinable
    public init() { self.init(identify: { $0.id }) }
}

/// Unchecked, because of `identify`, which is made in this file only, and captures a Sendable key path or nothing.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

/// An identified array of elements that identify themselves.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

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
    public init(
        uniqueElements elements: some Sequence<Element>,
        id: any KeyPath<Element, ID> & Sendable,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.init(id: id)
        append(contentsOf: elements, fileID: fileID, line: line)
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
    public init(
        _ elements: some Sequence<Element>,
        uniquingIDsWith combine: (Element, Element) throws -> Element
    ) rethrows {
        self.init()
        reserveCapacity(elements.underestimatedCount)
        for element in elements {
            let (inserted, position) = append(element)
            guard !inserted else { continue }
            storage[position] = try combine(storage[position], element)
            settle(at: position)
        }
    }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
    /// A collection of the elements of a literal.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic.
    ///
    /// - Parameter elements: The elements, in order.
    public init(arrayLiteral elements: Element...) {
        self.init()
        append(contentsOf: elements, at: nil)
    }
}

/// The register of identifiers, updated by every change of the elements.
extension IdentifiedArray {
    /// Registers an identifier at a position, unless it is registered; one hash either way.
    ///
    /// - Returns: The position at which it is registered now.
    @inlinable
    mutating func register(_ id: ID, at position: Int) -> Int {
        func read(_ position: inout Int) -> Int { position }
        return read(&positions[id, default: position])
    }

    /// Registers the positions of the elements from a position on.
    mutating func renumber(from first: Int) {
        for position in first..<identifiers.count { positions[identifiers[position]] = position }
    }

    /// Registers the element at a position under its identifier, after code that may have changed it.
    @inlinable
    mutating func settle(at position: Int) {
        let id = identify(storage[position])
        if id != identifiers[position] { settle(at: position, under: id) }
    }

    /// Registers an element whose identifier changed.
    ///
    /// If the new identifier belongs to another element, this one stays registered under the former, and the next access tries
    /// again. Each step puts one more element under its own identifier, so it ends.
    @usableFromInline mutating func settle(at position: Int, under id: ID) {
        let former = identifiers[position]
        note(former)
        note(id)
        guard let other = positions[id] else {
            positions[former] = nil
            positions[id] = position
            identifiers[position] = id
            arrangementChanged()
            reportChange(of: former, to: id, "It is now reachable under the new one.")
            return
        }
        guard identify(storage[other]) != id else {
            reportChange(
                of: former,
                to: id,
                "That belongs to another element. Both are kept, this one is found under \(former)."
            )
            return
        }
        // The other element has given up this identifier, but its new one was not free: swap the two.
        identifiers.swapAt(position, other)
        positions[id] = position
        positions[former] = other
        arrangementChanged()
        reportChange(of: former, to: id, "It is now reachable under the new one.")
        settle(at: other)
    }

    /// Appends an element that was assigned to an identifier which no element has.
    @usableFromInline mutating func append(_ element: Element, expecting id: ID) {
        let own = identify(element)
        let inserted = append(element).inserted
        guard own != id else { return }
        reportChange(
            of: id,
            to: own,
            inserted
                ? "It was appended under its own identifier."
                : "Another element has that identifier already; it was kept, and the new one was left out."
        )
    }

    func reportDuplicate(_ id: ID, at site: SourceSite?) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .duplicateIdentifier,
                message:
                    "Two elements of \(typeName(Self.self)) have the identifier \(id); the second was left out.",
                remedy: "Give every element an identifier of its own, or use `updateOrAppend` to replace.",
                site: site
            )
        )
    }

    func reportChange(of former: ID, to id: ID, _ outcome: String) {
        DiagnosticReporter.current.report(
            Diagnostic(
                .identifierChanged,
                message: """
                    The identifier of an element of \(typeName(Self.self)) changed from \(former) to \(id). \(outcome)
                    """,
                remedy: "Do not change identifiers; use `replaceSubrange` to replace an element by another."
            )
        )
    }
}

extension IdentifiedArray {
    /// The identifiers, in the order of the elements.
    ///
    /// Constant time.
    public var ids: [ID] { identifiers }

    /// The elements as an array.
    ///
    /// Constant time: it shares their memory until either changes.
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
    /// The element is changed in place, in constant time and without a copy of anything. If there is none, assigning an element
    /// appends it. Assigning `nil` removes an element, which is linear. An element with another identifier is a diagnostic: it is
    /// kept under its own, if that is free.
    ///
    /// - Parameter id: The identifier.
    @inlinable
    public subscript(id id: ID) -> Element? {
        get { positions[id].map { storage[$0] } }
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
    /// - Returns: The result of `body`, or `nil` when there is no such element.
    /// - Throws: Any error that `body` throws; earlier changes remain.
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
    @usableFromInline mutating func takeOut(at position: Int) -> Element {
        note(identifiers[position])
        storage.swapAt(position, storage.count - 1)
        return storage.removeLast()
    }

    /// Puts back the changed element after `takeOut`.
    @usableFromInline mutating func putBack(_ element: consuming Element?, at position: Int?, id: ID) {
        guard let position else {
            if let element { append(element, expecting: id) }
            return
        }
        if let element {
            storage.append(element)
            storage.swapAt(position, storage.count - 1)
            settle(at: position)
        } else {
            if position != storage.count { storage.append(storage.remove(at: position)) }
            identifiers.remove(at: position)
            positions[id] = nil
            renumber(from: position)
            arrangementChanged()
        }
    }
}

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
        _modify {
            note(identifiers[position])
            defer { settle(at: position) }
            yield &storage[position]
        }
    }

    /// The elements that satisfy a predicate, in their order.
    ///
    /// Linear: one pass.
    ///
    /// - Parameter isIncluded: Whether an element stays.
    /// - Returns: A collection of those that stay.
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        var copy = self
        try copy.removeAll { try !isIncluded($0) }
        return copy
    }

    /// Reserves memory for elements to come.
    ///
    /// - Parameter minimumCapacity: For how many elements to reserve memory.
    public mutating func reserveCapacity(_ minimumCapacity: Int) {
        storage.reserveCapacity(minimumCapacity)
        identifiers.reserveCapacity(minimumCapacity)
        positions.reserveCapacity(minimumCapacity)
    }
}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both hold equal elements in the same order.
    ///
    /// Constant time for copies of which neither was changed, else linear.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Hashes the elements in order.
    ///
    /// Linear.
    ///
    /// - Parameter hasher: Takes the elements.
    public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
    /// Encodes the elements as an array.
    ///
    /// - Parameter encoder: Where they are written.
    /// - Throws: Any error that an element or the encoder throws.
    public func encode(to encoder: any Encoder) throws { try storage.encode(to: encoder) }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
    /// Decodes the elements from an array; two with the same identifier are a `DecodingError`.
    ///
    /// - Parameter decoder: Where they are read.
    /// - Throws: `DecodingError` for a second element with an identifier, and any error that an element throws.
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

extension IdentifiedArray: CustomStringConvertible {
    /// The elements as an array prints them.
    public var description: String { elements.description }
}

extension IdentifiedArray: CustomReflectable {
    /// The elements only; the other storage is no part of the value.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: storage, displayStyle: .collection) }
}
