// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A value that lies in a collection of the parent, and that a child sees and changes as its own.
///
/// A page about a row needs the row: a copy would have to be kept equal by hand. What is borrowed is there once:
/// ```swift
/// struct Detail: Reducer {
///     struct State: Borrower {
///         @Borrowed var standup: Standup
///         var isEditing = false
///
///         static var borrowed: BorrowedProperties<Self> { \.$standup }
///     }
///     …
///     state.standup.title = title
/// }
///
/// struct App: Reducer {
///     struct State: Lender {
///         var standups: IdentifiedArrayOf<Standup> = []
///         var path: Stack<Page.State> = []
///
///         static var lent: LentCollections<Self> { \.standups }
///     }
///     …
///     state.path.append(.detail(Detail.State(standup: Borrowed(id: id))))
/// }
/// ```
/// For each turn of the child, the row moves from the collection into the child's state, and back. Scopes of the child
/// show it, too. At rest, the parent's state holds only the identifier, so that nothing can differ (law 16).
///
/// A turn of the child costs moving the row there and back, and reading a scope of it a copy of both states, whose memory is
/// shared. Of rows that borrow, only those are visited that changed or whose value did; making their stores looks at each.
///
/// A copy of the child's state that is taken during a turn, or from a scope, is a snapshot, as copies are: it holds the
/// row as it was then.
@propertyWrapper
public struct Borrowed<Value: Identifiable> {
    /// The identifier of what is borrowed; `nil` where the value belongs to the child alone.
    @usableFromInline let lentID: Value.ID?
    @usableFromInline var value: Value?

    /// Names the turn for which the value is lent, until the value is changed.
    @usableFromInline var turn = ChangeStamp.empty

    /// A row of the parent's.
    ///
    /// - Parameter id: The identifier of the row.
    @inlinable
    public init(id: Value.ID) { lentID = id }

    /// A value of the child's own, for a child without such a parent: in a test, a preview, or a store of its own.
    ///
    /// - Parameter value: The value.
    @inlinable
    public init(_ value: Value) {
        lentID = nil
        self.value = value
    }

    /// The identifier of the value.
    @inlinable public var id: Value.ID { lentID ?? wrappedValue.id }

    /// The value, changed in place.
    ///
    /// A child that is not at its turn holds none, such as a page that the parent looks at in its own state: that stops
    /// the program with TRIBUTARY-045. The parent finds the value in the collection that lends it, or by `lending(to:)`.
    @inlinable public var wrappedValue: Value {
        get {
            guard let value else { stopNotLent() }
            return value
        }
        _modify {
            if value == nil { stopNotLent() }
            turn = .empty
            // Only force unwrapping gives access to the value in place.
            // swift-format-ignore: NeverForceUnwrap
            yield &value!
        }
    }

    /// The loan, as in `$standup.id`; it can be passed on to another child, which borrows the same.
    @inlinable public var projectedValue: Borrowed {
        get { self }
        set { self = newValue }
    }

    @usableFromInline
    func stopNotLent() -> Never {
        DiagnosticReporter.current.stop(
            Diagnostic(
                .readWhileNotLent,
                message: """
                    A borrowed value, \(typeName(Value.self)) with the identifier \(id), was read in a state that is not \
                    at its turn.
                    """,
                remedy: """
                    Read it in the collection that lends it. If the child has its turn, let the state of its parent be a \
                    `Lender` of that collection, and the child's own state a `Borrower`.
                    """
            )
        )
    }
}

/// A state that borrows from its parent's: of a row, a page, or another child.
public protocol Borrower: SendableMetatype {
    /// What it borrows: `\.$standup` for `@Borrowed var standup`. For parts that borrow, and in an enum for cases that do,
    /// their names, one below the other.
    @BorrowedProperties<Self> static var borrowed: BorrowedProperties<Self> { get }
}

/// A state that lends rows of its collections to its children.
///
/// A child whose row goes is gone with it: a row or a page is removed in the same turn, with the pages above it; an
/// optional or a case counts as absent. An action for it is a diagnostic (law 16).
public protocol Lender: SendableMetatype {
    /// The collections of rows that are lent, one for each type of row, one below the other.
    ///
    /// A stored property is changed in place. Of a computed one, each turn copies a row.
    @LentCollections<Self> static var lent: LentCollections<Self> { get }
}

extension Borrowed: Sendable where Value: Sendable, Value.ID: Sendable {}

extension Borrowed: Equatable where Value: Equatable {
    /// Whether both are the same loan or both none, and the values equal where they are there.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool {
        left.lentID == right.lentID && left.value == right.value
    }
}

extension Borrowed: Hashable where Value: Hashable {
    /// Hashes the loan and the value.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(lentID)
        hasher.combine(value)
    }
}

private enum BorrowedKeys: String, CodingKey { case id, value }

extension Borrowed: Encodable where Value: Encodable, Value.ID: Encodable {
    /// Encodes the identifier of what is borrowed, or the child's own value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: BorrowedKeys.self)
        if let lentID {
            try container.encode(lentID, forKey: .id)
        } else {
            try container.encode(wrappedValue, forKey: .value)
        }
    }
}

extension Borrowed: Decodable where Value: Decodable, Value.ID: Decodable {
    /// Decodes the identifier of what is borrowed, or the child's own value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: BorrowedKeys.self)
        if let id = try container.decodeIfPresent(Value.ID.self, forKey: .id) {
            self.init(id: id)
        } else {
            self.init(try container.decode(Value.self, forKey: .value))
        }
    }
}

extension Borrowed: CustomStringConvertible, CustomReflectable {
    /// The value, or its identifier where it is not there.
    public var description: String { value.map { "\($0)" } ?? "id: \(id)" }

    /// The value, or its identifier where it is not there.
    public var customMirror: Mirror {
        Mirror(self, children: value.map { ["value": $0] } ?? ["id": id])
    }
}
