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
    let ways: [any BorrowedWay<State>]

    /// A property, as in `\.$standup` for `@Borrowed var standup`.
    public static func buildExpression<Value>(_ property: WritableKeyPath<State, Borrowed<Value>>) -> Self {
        Self(ways: [BorrowedProperty(lens: Lens(property))])
    }

    /// A property that is `nil` where nothing is borrowed.
    public static func buildExpression<Value>(_ property: WritableKeyPath<State, Borrowed<Value>?>) -> Self {
        Self(ways: [BorrowedProperty(lens: Lens(optional: property))])
    }

    /// A part that borrows.
    public static func buildExpression<Part: Borrower>(_ part: WritableKeyPath<State, Part>) -> Self {
        Self(Lens(part))
    }

    /// A part that borrows where it is there.
    public static func buildExpression<Part: Borrower>(_ part: WritableKeyPath<State, Part?>) -> Self {
        Self(Lens(optional: part))
    }

    /// A case of an enum, such as of the pages of a stack, whose payload borrows.
    public static func buildExpression<Part: Borrower>(_ part: CaseKeyPath<State, Part>) -> Self
    where State: CasePathable {
        Self(Lens(\.self, case: CasePath(part)))
    }

    /// Everything in a block.
    public static func buildBlock(_ properties: Self...) -> Self { Self(ways: properties.flatMap(\.ways)) }

    private init(ways: [any BorrowedWay<State>]) { self.ways = ways }

    private init<Part: Borrower>(_ lens: Lens<State, Part>) {
        ways = Part.borrowed.ways.map { $0.from(lens) }
    }
}

/// The collections whose rows a state lends, one below the other.
///
/// ```swift
/// static var lent: LentCollections<Self> { \.standups }
/// ```
@resultBuilder
public struct LentCollections<State> {
    let paths: [PartialKeyPath<State>]

    /// A collection.
    public static func buildExpression<Row: Identifiable>(
        _ rows: WritableKeyPath<State, IdentifiedArrayOf<Row>>
    ) -> Self { Self(paths: [rows]) }

    /// Everything in a block.
    public static func buildBlock(_ collections: Self...) -> Self {
        Self(paths: collections.flatMap(\.paths))
    }
}

/// The way to one property that borrows.
protocol BorrowedWay<State> {
    associatedtype State

    /// How rows are lent to the property; `nil` where none of the collections has such rows.
    func loan<Root>(from collections: LentCollections<Root>) -> Loan<Root, State>?

    /// The way from a whole of which this state is a part.
    func from<Whole>(_ lens: Lens<Whole, State>) -> any BorrowedWay<Whole>
}

private struct BorrowedProperty<State, Value: Identifiable>: BorrowedWay {
    let lens: Lens<State, Borrowed<Value>>

    func loan<Root>(from collections: LentCollections<Root>) -> Loan<Root, State>? {
        let rows = collections.paths.lazy.compactMap {
            $0 as? WritableKeyPath<Root, IdentifiedArrayOf<Value>>
        }
        return rows.first.map { RowLoan(from: Lens($0), to: lens) }
    }

    func from<Whole>(_ whole: Lens<Whole, State>) -> any BorrowedWay<Whole> {
        BorrowedProperty<Whole, Value>(lens: whole.appending(lens))
    }
}

extension Lens {
    /// The part of the part.
    func appending<Leaf>(_ next: Lens<Part, Leaf>) -> Lens<Root, Leaf> {
        if let offset, let further = next.offset { return Lens<Root, Leaf>(.property(offset + further)) }
        return Lens<Root, Leaf>(
            .closures(
                Lens<Root, Leaf>.Closures(
                    read: { root, body in
                        var isThere = false
                        return read(root) { isThere = next.read($0, body) } && isThere
                    },
                    modify: { root, body in
                        var isThere = false
                        return modify(&root) { isThere = next.modify(&$0, body) } && isThere
                    },
                    isInPlace: isInPlace && next.isInPlace,
                    isReadable: isReadable && next.isReadable
                )
            )
        )
    }
}

extension Stack.Page: Borrower where Element: Borrower {
    @usableFromInline static var borrowed: BorrowedProperties<Self> { \.state }
}
