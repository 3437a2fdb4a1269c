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
/// Costs: access by identifier or position, appending, and changing an element are constant (amortised, one hash of
/// the identifier by identifier and by appending, none by position); inserting and removing elsewhere than at the end
/// are linear in the elements after them, rearranging and removing several are one pass. A copy is a few references;
/// the first change to a copy copies what it changes.
///
/// It is a value: it does not see what happens inside an element that is a reference.
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

    /// Which elements changed since an observer last looked; `nil` before the first, when nothing is recorded.
    @usableFromInline var log: ChangeLog<ID>?

    /// New whenever an identifier comes or goes: equal stamps mean equal sets of identifiers.
    @usableFromInline var membership: ChangeStamp

    /// New whenever identifiers come, go or change places: equal stamps mean equal sequences of identifiers.
    @usableFromInline var arrangement: ChangeStamp

    /// Reads an element's identifier.
    @usableFromInline let identify: (Element) -> ID

    @inlinable
    init(identify: @escaping (Element) -> ID) {
        storage = []
        identifiers = []
        positions = [:]
        log = nil
        membership = .empty
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

/// Unchecked, because of two properties: `identify` is made in this file only, and captures a Sendable key path or
/// nothing; `log` is changed only while no other value refers to it.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}

/// An identified array of elements that identify themselves.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>
