// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryCore

/// The state of a navigation stack: its pages above the root, each with its own state.
///
/// ```swift
/// struct State { var path: Stack<Page.State> = [] }
/// …
/// state.path.append(.detail(Detail.State(meeting)))
/// state.path = [.detail(Detail.State(meeting)), .record(Recording.State(meeting))]  // a deep link
/// ```
/// The stack numbers its pages and never reuses an identifier: the first pushed page is 0 and the next 1, even if the first was
/// popped before. A new stack counts from 0. If you replace a stack, the effects of its pages are cancelled, even if a new page has
/// the same identifier (law 8).
///
/// It is encoded with its identifiers and the next one, so that a restored stack continues the numbering of the saved one. Methods
/// ignore identifiers without a page, and a pop at the root. Changing, pushing, or popping a page takes constant time, in place.
public struct Stack<Element> {
    /// A page; its `id` differs from that of each other page in all stacks.
    struct Page: Identifiable {
        typealias Mark = (number: StackElementID, id: StackPageID)

        private enum CodingKeys: String, CodingKey { case number = "id", state }

        let number: StackElementID
        private(set) var id = StackPageID()
        var state: Element

        init(_ mark: Mark, _ state: Element) {
            (number, id) = mark
            self.state = state
        }

        /// The number and the identity, which stay when the state changes.
        var mark: Mark { (number, id) }
    }

    var pages: IdentifiedArray<StackElementID, Page>

    /// The number of the next page.
    var next = 0

    /// A stack at its root.
    public init() { pages = IdentifiedArray(id: \.number) }

    /// A stack of pages, counted from 0.
    ///
    /// Linear.
    ///
    /// - Parameter elements: The states of the pages, the one on top last.
    public init(_ elements: some Sequence<Element>) {
        self.init()
        append(contentsOf: elements)
    }
}

extension Stack {
    /// The identifiers of the pages, the one on top last.
    ///
    /// Constant time.
    public var ids: [StackElementID] { pages.ids }

    /// Pushes a page.
    ///
    /// - Parameter element: The state of the page.
    /// - Returns: Its identifier.
    @discardableResult
    public mutating func append(_ element: Element) -> StackElementID {
        append(element, as: StackElementID(rawValue: next))
    }

    /// Pushes pages.
    ///
    /// - Parameter elements: The states of the pages, the one on top last.
    public mutating func append(contentsOf elements: some Sequence<Element>) {
        for element in elements { append(element) }
    }

    /// Pops the page on top.
    ///
    /// - Returns: The state of the page, or `nil` at the root.
    @discardableResult
    public mutating func pop() -> Element? { pages.isEmpty ? nil : pages.removeLast().state }

    /// Pops a page, and all above it.
    ///
    /// - Parameter id: The identifier of the page.
    /// - Returns: Whether there was such a page.
    @discardableResult
    public mutating func pop(from id: StackElementID) -> Bool {
        guard let position = pages.index(id: id) else { return false }
        pages.removeSubrange(position...)
        return true
    }

    /// Pops all pages above one, which is on top then.
    ///
    /// - Parameter id: The identifier of the page.
    /// - Returns: Whether there is such a page.
    @discardableResult
    public mutating func pop(to id: StackElementID) -> Bool {
        guard let position = pages.index(id: id) else { return false }
        pages.removeSubrange((position + 1)...)
        return true
    }

    /// Removes a page from wherever it is, and none above it.
    ///
    /// - Parameter id: The identifier of the page.
    /// - Returns: The state of the page, or `nil` when there is no such page.
    @discardableResult
    public mutating func remove(id: StackElementID) -> Element? { pages.remove(id: id)?.state }

    /// Pops all pages, so that the root is shown.
    public mutating func removeAll() { pages.removeAll() }

    /// The page with an identifier.
    ///
    /// It is changed in place. If there is no such page, assigning a state pushes one with this identifier. Assigning `nil` removes
    /// the page.
    ///
    /// - Parameter id: The identifier.
    public subscript(id id: StackElementID) -> Element? {
        get { pages[id: id]?.state }
        _modify {
            if pages.contains(id: id) {
                yield &pages[id: id][stateOf: id]
            } else {
                var element: Element?
                defer { if let element { append(element, as: id) } }
                yield &element
            }
        }
    }

    @discardableResult
    mutating func append(_ element: Element, as id: StackElementID) -> StackElementID {
        pages.append(Page((id, StackPageID()), element))
        // A number that a program makes up may be the largest there is.
        if id.rawValue >= next, id.rawValue < .max { next = id.rawValue + 1 }
        return id
    }

    /// The lowest page to pop so that only pages with given identifiers are left, for a view's request.
    ///
    /// - Parameter ids: The identifiers.
    /// - Returns: The page, or `nil` if the identifiers are not those of the lowest pages, or are those of all.
    package func lowestPage(above ids: [StackElementID]) -> StackElementID? {
        ids.count < pages.count && self.ids.starts(with: ids) ? self.ids[ids.count] : nil
    }
}

/// The identity of a page, which no other page of any stack has.
package struct StackPageID: Hashable, Sendable {
    private static let last = Atomic<UInt64>(0)

    private let number = last.wrappingAdd(1, ordering: .relaxed).newValue
}

extension Optional {
    /// The state of a page that has left the stack to be changed in place; `nil` removes the page.
    fileprivate subscript<Element>(stateOf _: StackElementID) -> Element? where Wrapped == Stack<Element>.Page
    {
        get { self?.state }
        _modify {
            // The state leaves the page meanwhile, so there is never a second reference to it.
            let mark = self?.mark
            var element = take()?.state
            defer { self = mark.flatMap { mark in element.take().map { Wrapped(mark, $0) } } }
            yield &element
        }
    }
}

extension Stack: RandomAccessCollection {
    /// The position of the lowest page.
    public var startIndex: Int { 0 }

    /// The position after the page on top.
    public var endIndex: Int { pages.count }

    /// The page at a position, which is changed in place; one out of range stops the program.
    ///
    /// - Parameter position: The position.
    public subscript(position: Int) -> Element {
        get { pages[position].state }
        _modify { yield &pages[position].state }
    }
}

extension Stack: ExpressibleByArrayLiteral {
    /// A stack of the pages of a literal, counted from 0.
    public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Stack.Page: Sendable where Element: Sendable {}
extension Stack: Sendable where Element: Sendable {}

extension Stack.Page: Equatable where Element: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.number == right.number && left.state == right.state
    }
}

extension Stack.Page: Hashable where Element: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(state)
    }
}

extension Stack: Equatable where Element: Equatable {
    /// Whether both have equal pages with equal identifiers.
    public static func == (left: Self, right: Self) -> Bool { left.pages == right.pages }
}

extension Stack: Hashable where Element: Hashable {
    /// Hashes the pages and their identifiers.
    public func hash(into hasher: inout Hasher) { pages.hash(into: &hasher) }
}

extension Stack: CustomReflectable, CustomStringConvertible {
    /// The pages by their identifiers.
    public var description: String {
        let texts = pages.map { "\($0.number): \($0.state)" }
        return "[\(texts.isEmpty ? ":" : texts.joined(separator: ", "))]"
    }

    /// The pages by their identifiers.
    public var customMirror: Mirror {
        let children = pages.map { (key: AnyHashable($0.number), value: $0.state as Any) }
        return Mirror(self, unlabeledChildren: children, displayStyle: .dictionary)
    }
}

/// Identifies a page of a `Stack`: its pages are counted from 0, in the order in which they were pushed.
///
/// A literal names one, as in `state.path[id: 0]`.
public struct StackElementID: RawRepresentable, Hashable, Codable, Sendable, ExpressibleByIntegerLiteral {
    /// How many pages had been pushed before.
    public let rawValue: Int

    /// Makes the identifier from its number.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes the identifier from its number.
    ///
    /// - Parameter value: The number.
    public init(integerLiteral value: Int) { rawValue = value }
}

extension StackElementID: CustomStringConvertible {
    /// The number.
    public var description: String { "\(rawValue)" }
}

extension Stack.Page: Encodable where Element: Encodable {}
extension Stack.Page: Decodable where Element: Decodable {}

/// The pages with their identifiers, and the identifier of the next one.
///
/// As JSON: `{"pages":[{"id":0,"state":…},{"id":2,"state":…}],"next":3}`.
extension Stack: Encodable where Element: Encodable {}

extension Stack: Decodable where Element: Decodable {
    /// Decodes a stack as it was encoded, or the states of the pages from an array, which is counted from 0.
    ///
    /// An array is how a deep link is written by hand, or by another program.
    ///
    /// - Parameter decoder: Where they are read.
    /// - Throws: `DecodingError` for a second page with an identifier and for a next identifier that a page has had, and any error
    ///   that an element throws.
    public init(from decoder: any Decoder) throws {
        if (try? decoder.unkeyedContainer()) != nil {
            self.init(try [Element](from: decoder))
            return
        }
        self.init()
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for page in try container.decode([Page].self, forKey: .pages) {
            guard !pages.contains(id: page.number) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .pages,
                    in: container,
                    debugDescription: "There are two pages with the identifier \(page.number)."
                )
            }
            append(page.state, as: page.number)
        }
        let coded = try container.decode(Int.self, forKey: .next)
        guard coded >= next else {
            throw DecodingError.dataCorruptedError(
                forKey: .next,
                in: container,
                debugDescription: "The next page cannot have the number \(coded), but \(next) at least."
            )
        }
        next = coded
    }
}
