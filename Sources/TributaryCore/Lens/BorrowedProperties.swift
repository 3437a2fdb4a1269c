// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a state borrows: its properties that are `Borrowed`, and its parts that borrow themselves, one below the other.
///
/// ```swift
/// static var borrowed: BorrowedProperties<Self> { \.$standup }
/// ```
/// A path that leads to neither is a mistake that the compiler finds.
@resultBuilder
public struct BorrowedProperties<State> {
    @usableFromInline let properties: [BorrowedProperty<State>]

    /// A property, as in `\.$standup` for `@Borrowed var standup`.
    ///
    /// For rows that change often, `\._standup` is the same, named as Swift stores it: its place is found once, and no key path is
    /// followed in each turn.
    @inlinable
    public static func buildExpression<Value>(_ property: WritableKeyPath<State, Borrowed<Value>>) -> Self {
        if let offset = MemoryLayout<State>.offset(of: property) {
            return Self([BorrowedProperty(Value.self, at: offset)])
        }
        return Self([
            BorrowedProperty(
                Value.self,
                ask: { $1.lent(Value.self).pointee.ask($0[keyPath: property]) },
                key: { $0[keyPath: property].lentID?.hashValue },
                give: { $0[keyPath: property].receive(&$1.lent(Value.self).pointee) },
                takeBack: { $0[keyPath: property].giveBack(&$1.lent(Value.self).pointee) }
            )
        ])
    }

    /// A property that is `nil` where nothing is borrowed.
    @inlinable
    public static func buildExpression<Value>(_ property: WritableKeyPath<State, Borrowed<Value>?>) -> Self {
        Self([
            BorrowedProperty(
                Value.self,
                ask: { $1.lent(Value.self).pointee.ask($0[keyPath: property]) },
                key: { $0[keyPath: property]?.lentID?.hashValue },
                give: { $0[keyPath: property]?.receive(&$1.lent(Value.self).pointee) },
                takeBack: { $0[keyPath: property]?.giveBack(&$1.lent(Value.self).pointee) }
            )
        ])
    }

    /// A part that borrows.
    @inlinable
    public static func buildExpression<Part: Borrower>(_ part: WritableKeyPath<State, Part>) -> Self {
        Self(Lens(part))
    }

    /// A part that borrows where it is there.
    @inlinable
    public static func buildExpression<Part: Borrower>(_ part: WritableKeyPath<State, Part?>) -> Self {
        Self(Lens(optional: part))
    }

    /// A case of an enum, such as of the pages of a stack, whose payload borrows.
    @inlinable
    public static func buildExpression<Part: Borrower>(_ part: CaseKeyPath<State, Part>) -> Self
    where State: CasePathable {
        Self(Lens(\.self, case: CasePath(part)))
    }

    /// Everything in a block.
    @inlinable
    public static func buildBlock(_ properties: Self...) -> Self { Self(properties.flatMap(\.properties)) }

    @inlinable
    init(_ properties: [BorrowedProperty<State>]) { self.properties = properties }

    @inlinable
    init<Part: Borrower>(_ lens: Lens<State, Part>) {
        properties = Part.borrowed.properties.map { $0.from(lens) }
    }
}

/// The collections whose rows a state lends, one below the other.
///
/// ```swift
/// static var lent: LentCollections<Self> { \.standups }
/// ```
@resultBuilder
public struct LentCollections<State> {
    @usableFromInline let collections: [LentCollection<State>]

    /// A collection.
    @inlinable
    public static func buildExpression<Row: Identifiable>(
        _ rows: WritableKeyPath<State, IdentifiedArrayOf<Row>>
    ) -> Self { Self([LentCollection(LentRows(Lens(rows)))]) }

    /// Everything in a block.
    @inlinable
    public static func buildBlock(_ collections: Self...) -> Self { Self(collections.flatMap(\.collections)) }

    @inlinable
    init(_ collections: [LentCollection<State>]) { self.collections = collections }
}

/// A property that borrows, as functions that are made where its types are known, and so specialised for them.
///
/// No place knows the types of the child, of its parent and of the row together. So a row goes from one to the other through
/// a pointer, to a `LentRow` of the type that both name. A class, so that it is one reference.
@usableFromInline
final class BorrowedProperty<State> {
    /// The type of what is borrowed.
    @usableFromInline let value: Any.Type

    /// Gives room for a row on its way.
    @usableFromInline let withRow: ((UnsafeMutableRawPointer) -> Bool) -> Bool

    /// Writes down which row the property borrows; returns whether it borrows one.
    @usableFromInline let ask: (State, UnsafeMutableRawPointer) -> Bool

    /// Tells which row it borrows, by its hash value.
    @usableFromInline let key: (State) -> Int?

    @usableFromInline let give: (inout State, UnsafeMutableRawPointer) -> Void
    @usableFromInline let takeBack: (inout State, UnsafeMutableRawPointer) -> Void

    @inlinable
    init(
        value: Any.Type,
        withRow: @escaping ((UnsafeMutableRawPointer) -> Bool) -> Bool,
        ask: @escaping (State, UnsafeMutableRawPointer) -> Bool,
        key: @escaping (State) -> Int?,
        give: @escaping (inout State, UnsafeMutableRawPointer) -> Void,
        takeBack: @escaping (inout State, UnsafeMutableRawPointer) -> Void
    ) {
        self.value = value
        self.withRow = withRow
        self.ask = ask
        self.key = key
        self.give = give
        self.takeBack = takeBack
    }

    @inlinable
    convenience init<Value: Identifiable>(
        _: Value.Type,
        ask: @escaping (State, UnsafeMutableRawPointer) -> Bool,
        key: @escaping (State) -> Int?,
        give: @escaping (inout State, UnsafeMutableRawPointer) -> Void,
        takeBack: @escaping (inout State, UnsafeMutableRawPointer) -> Void
    ) {
        let withRow = { (body: (UnsafeMutableRawPointer) -> Bool) in
            var row = LentRow<Value>()
            return withUnsafeMutablePointer(to: &row) { body(UnsafeMutableRawPointer($0)) }
        }
        self.init(value: Value.self, withRow: withRow, ask: ask, key: key, give: give, takeBack: takeBack)
    }

    /// A property that is stored at an offset.
    @inlinable
    convenience init<Value: Identifiable>(_: Value.Type, at offset: Int) {
        typealias Place = Lens<State, Borrowed<Value>>
        self.init(
            Value.self,
            ask: { state, row in Place.read(state, at: offset) { row.lent(Value.self).pointee.ask($0) } },
            key: { state in Place.read(state, at: offset) { $0.lentID?.hashValue } },
            give: { state, row in
                Place.modify(&state, at: offset) { $0.receive(&row.lent(Value.self).pointee) }
            },
            takeBack: { state, row in
                Place.modify(&state, at: offset) { $0.giveBack(&row.lent(Value.self).pointee) }
            }
        )
    }

    /// The same property of a whole of which this state is a part.
    @inlinable
    func from<Whole>(_ lens: Lens<Whole, State>) -> BorrowedProperty<Whole> {
        BorrowedProperty<Whole>(
            value: value,
            withRow: withRow,
            ask: { [ask] whole, row in
                var isLoan = false
                lens.read(whole) { isLoan = ask($0, row) }
                return isLoan
            },
            key: { [key] whole in
                var found: Int?
                lens.read(whole) { found = key($0) }
                return found
            },
            give: { [give] whole, row in lens.modify(&whole) { give(&$0, row) } },
            takeBack: { [takeBack] whole, row in lens.modify(&whole) { takeBack(&$0, row) } }
        )
    }
}

extension Borrowed {
    /// Takes what is lent for a turn.
    @inlinable
    mutating func receive(_ row: inout LentRow<Value>) {
        value = row.value.take()
        turn = row.turn
    }

    /// Gives back what was lent, unless another loan took the place of this one.
    @inlinable
    mutating func giveBack(_ row: inout LentRow<Value>) {
        guard lentID == row.id else { return }
        row.value = value.take()
        row.isChanged = turn != row.turn
    }
}

extension Stack.Page: Borrower where Element: Borrower {
    @usableFromInline static var borrowed: BorrowedProperties<Self> { \.state }
}
