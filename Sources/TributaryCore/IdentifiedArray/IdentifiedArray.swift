// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// An ordered collection of elements with unique identifiers, and constant-time access by identifier.
///
/// It is the state of `forEach`: an array for those who look at positions, a dictionary for those who look for
/// an element. Elements are changed where they lie.
/// ```swift
/// var rows: IdentifiedArray = [Row(id: 1), Row(id: 2)]
/// rows[id: 1]?.title = "First"
/// ```
/// Costs: access by identifier or position, appending and changing an element are constant (amortised, one hash
/// of the identifier); inserting and removing elsewhere than at the end move what lies behind, and so are
/// linear. The idea is that of `IdentifiedArray` in swift-identified-collections, by Brandon Williams and
/// Stephen Celis.
public struct IdentifiedArray<ID: Hashable, Element> {
    /// The elements, in order.
    @usableFromInline var storage: ContiguousArray<Element>

    /// Where each identifier's element lies.
    @usableFromInline var positions: [ID: Int]

    /// Reads an element's identifier.
    @usableFromInline let identify: (Element) -> ID

    @usableFromInline
    init(identify: @escaping (Element) -> ID) {
        storage = []
        positions = [:]
        self.identify = identify
    }

    /// An empty collection whose elements are told apart by a property.
    ///
    /// - Parameter id: The property that identifies an element.
    @inlinable
    public init(id: any KeyPath<Element, ID> & Sendable) {
        self.init(identify: { $0[keyPath: id] })
    }

    /// A collection of elements told apart by a property.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - id: The property that identifies an element.
    @inlinable
    public init(uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
        self.init(id: id)
        appendUnique(elements)
    }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
    /// An empty collection of elements that identify themselves.
    @inlinable
    public init() { self.init(identify: { $0.id }) }

    /// A collection of elements that identify themselves.
    ///
    /// Of elements with the same identifier the first is kept; each other one is a diagnostic.
    ///
    /// - Parameter elements: The elements, in order.
    @inlinable
    public init(uniqueElements elements: some Sequence<Element>) {
        self.init()
        appendUnique(elements)
    }
}

extension IdentifiedArray: RandomAccessCollection {
    /// The position of the first element.
    @inlinable
    public var startIndex: Int { storage.startIndex }

    /// The position after the last element.
    @inlinable
    public var endIndex: Int { storage.endIndex }

    /// The element at a position.
    @inlinable
    public subscript(position: Int) -> Element { storage[position] }
}

/// Unchecked, because of `identify` alone: it is made in this file only, and captures a Sendable key path or
/// nothing.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

extension IdentifiedArray: Equatable where Element: Equatable {
    /// Whether both hold equal elements in the same order.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.storage == right.storage }
}

extension IdentifiedArray: Hashable where Element: Hashable {
    /// Hashes the elements in order.
    @inlinable
    public func hash(into hasher: inout Hasher) { storage.hash(into: &hasher) }
}
