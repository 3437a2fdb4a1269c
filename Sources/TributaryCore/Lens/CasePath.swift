// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A way into one case of an enum: it embeds a value in the case and reads it back.
///
/// `@CasePathable` writes one for every case. By hand:
/// ```swift
/// let news = CasePath<AppAction, NewsAction>(
///     named: "news",
///     embed: AppAction.news,
///     extract: { if case .news(let action) = $0 { action } else { nil } }
/// )
/// ```
/// Law: `extract(embed(value)) == value`, and where `extract(root)` is not `nil`, embedding it gives `root`
/// again. The idea of a key path for enum cases is Stephen Celis' and Brandon Williams' (CasePaths).
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
    @usableFromInline let embedValue: @Sendable (Value) -> Root
    @usableFromInline let extractValue: @Sendable (Root) -> Value?

    // Composed only when a failure asks for it.
    @usableFromInline let makeName: @Sendable () -> String?

    /// The index with which the enum visits the case; `nil` if it does not.
    @usableFromInline let index: Int?

    /// The name of the path in failures: `news`, or `news.loaded` for a composed path.
    public var name: String? { makeName() }

    /// Makes a path from its two functions.
    ///
    /// - Parameters:
    ///   - name: What failures call the case.
    ///   - index: The index with which `visitCase` of the enum visits the case; `nil` if it does not. An action in a case
    ///     with an index reaches a child only by that visit.
    ///   - embed: Wraps a value in the case, most often the case itself: `AppAction.news`.
    ///   - extract: Reads the value back, or returns `nil` when the root is in another case.
    @available(swift 6)
    @inlinable
    public init(
        named name: @autoclosure @escaping @Sendable () -> String? = nil,
        index: Int? = nil,
        embed: @escaping @Sendable (Value) -> Root,
        extract: @escaping @Sendable (Root) -> Value?
    ) {
        self.makeName = name
        self.index = index
        self.embedValue = embed
        self.extractValue = extract
    }

    /// Makes a path from its two functions, in Swift 5.
    ///
    /// There the compiler does not know of a case that it may be sent, and would warn of it. It checks the functions as it
    /// does with `-strict-concurrency`.
    ///
    /// - Parameters:
    ///   - name: What failures call the case.
    ///   - index: As in Swift 6.
    ///   - embed: Wraps a value in the case, most often the case itself: `AppAction.news`.
    ///   - extract: Reads the value back, or returns `nil` when the root is in another case.
    @available(swift, obsoleted: 6)
    @preconcurrency
    public init(
        named name: String? = nil,
        index: Int? = nil,
        embed: @escaping @Sendable (Value) -> Root,
        extract: @escaping @Sendable (Root) -> Value?
    ) {
        makeName = { name }
        self.index = index
        embedValue = embed
        extractValue = extract
    }

    /// Embeds a value in the case.
    @inlinable
    public func embed(_ value: Value) -> Root { embedValue(value) }

    /// Reads the case's value, or returns `nil` when the root is in another case.
    @inlinable
    public func extract(from root: Root) -> Value? { extractValue(root) }

    /// A path through two enums, the second one's case named by a key path: `\.path.detail`.
    @inlinable
    public subscript<Leaf>(dynamicMember keyPath: CaseKeyPath<Value, Leaf>) -> CasePath<Root, Leaf>
    where Value: CasePathable {
        appending(path: keyPath)
    }
}

extension CasePath where Root == Value {
    /// The path from a value to itself.
    @inlinable
    public static var identity: CasePath { CasePath(named: "self", embed: { $0 }, extract: { $0 }) }
}

extension CasePath where Value == Never {
    /// The path to no case: it can embed nothing, and finds nothing.
    public static var never: CasePath {
        // Generic, because the compiler warns of a body that takes a `Never` that it never runs.
        @Sendable
        func embed<Absent>(_: Absent) -> Root { preconditionFailure("There is no value of type Never.") }
        return CasePath(embed: embed, extract: { _ in nil })
    }
}

extension CasePath where Value == Void {
    /// Makes the root of a case that has no payload.
    @inlinable
    public func embed() -> Root { embedValue(()) }
}
