// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path to one case of an enum: it embeds a value in the case and extracts it again.
///
/// `@CasePathable` writes one for every case. By hand:
/// ```swift
/// let news = CasePath<AppAction, NewsAction>(
///     named: "news",
///     embed: AppAction.news,
///     extract: { if case .news(let action) = $0 { action } else { nil } }
/// )
/// ```
/// Law: `extract(embed(value)) == value`, and if `extract(root)` is not `nil`, embedding it gives `root` again. The idea of a key
/// path for enum cases is Stephen Celis' and Brandon Williams' (CasePaths).
@dynamicMemberLookup
public struct CasePath<Root, Value>: Sendable {
    @usableFromInline let embedValue: @Sendable (Value) -> Root
    @usableFromInline let extractValue: @Sendable (Root) -> Value?

    // A closure, because only failures need the name.
    let makeName: @Sendable () -> String?

    /// The index that the enum has for the case; `nil` if it has none.
    @usableFromInline package let index: Int?

    /// The name of the path in failures: `news`, or `news.loaded` for a composed path.
    public var name: String? { makeName() }

    /// Makes a path from its two functions.
    ///
    /// - Parameters:
    ///   - name: The name of the case in failures.
    ///   - index: The index that the enum's `caseIndex` returns for the case; `nil` if it returns none. A reducer with four or more
    ///     children next to each other finds the one for an action by that index alone.
    ///   - embed: Wraps a value in the case, most often the case itself: `AppAction.news`.
    ///   - extract: Reads the value back, or returns `nil` when the root is in another case.
    @available(swift 6)
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
    /// In Swift 5, the compiler cannot prove that a case is `Sendable`, and would warn. It checks the functions as it does with
    /// `-strict-concurrency`.
    ///
    /// - Parameters:
    ///   - name: The name of the case in failures.
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
    public subscript<Leaf>(dynamicMember keyPath: CaseKeyPath<Value, Leaf>) -> CasePath<Root, Leaf>
    where Value: CasePathable {
        appending(path: CasePath<Value, Leaf>(keyPath))
    }
}

extension CasePath where Root == Value {
    /// The path from a value to itself.
    public static var identity: CasePath { CasePath(named: "self", embed: { $0 }, extract: { $0 }) }
}

/// An enum whose cases have paths, so that `\.news` names the case `news`.
///
/// Attach `@CasePathable` and the conformance is written for you. By hand, nest a type that holds one
/// `CasePath` per case, and return it from `allCasePaths`:
/// ```swift
/// enum Action: CasePathable {
///     case load, loaded([String])
///     struct AllCasePaths: Sendable {
///         var load: CasePath<Action, Void> { … }
///         var loaded: CasePath<Action, [String]> { … }
///     }
///     static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
/// If the main actor is the default isolation, write `nonisolated enum` for a conformance by hand; otherwise it would be isolated.
/// In Swift 5, the compiler warns of `embed: Action.loaded` in a `nonisolated` declaration, and with strict concurrency; write
/// `embed: { .loaded($0) }` there.
///
/// The path of a case without payload leads to `Void`; that of a case with several values, to a tuple.
public protocol CasePathable {
    /// Holds one `CasePath` per case, under the name of the case.
    associatedtype AllCasePaths

    /// The paths of all cases.
    static var allCasePaths: AllCasePaths { get }

    /// The index of the path to the case that a value is in; `nil` if that path has none.
    ///
    /// `@CasePathable` writes it. Write it by hand only if your paths have indices, which make dispatch faster. Without it, a reducer
    /// tries its children one after the other for each action.
    ///
    /// - Parameter value: The value.
    /// - Returns: The index: 0 or more, and not much larger than the number of cases.
    static func caseIndex(of value: Self) -> Int?
}

extension CasePathable {
    /// Stops the program: it is called only if a path has an index.
    public static func caseIndex(of value: Self) -> Int? {
        fatalError(
            "\(typeName(Self.self)) has a path with an index, and no `caseIndex` that returns the index of its case."
        )
    }
}

/// The name of one case of an enum: `\.news` is short for `\Action.AllCasePaths.news`.
///
/// It is evaluated once, when a composed reducer or a scope is made, and never per action.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

extension CasePath where Root: CasePathable {
    /// Looks up the path that a case key path names.
    public init(_ keyPath: CaseKeyPath<Root, Value>) {
        self = Root.allCasePaths[keyPath: keyPath]
    }
}

/// The names of an enum's cases, for arguments that list some of them: `closedBy: \.output.done, \.output.cancelled`.
///
/// A type without case paths has no names, and takes an empty list.
@dynamicMemberLookup
public struct CaseNames<Root> {
    /// The path to the case with a name.
    public subscript<Value>(dynamicMember name: CaseKeyPath<Root, Value>) -> CasePath<Root, Value>
    where Root: CasePathable {
        CasePath(name)
    }

    /// Whether a value is in one of some cases.
    static func contains(_ names: [PartialKeyPath<CaseNames>]) -> (Root) -> Bool {
        let paths = names.map { name in
            guard let path = CaseNames()[keyPath: name] as? any AnyCasePath<Root> else {
                preconditionFailure("\(name) names no case of \(typeName(Root.self)).")
            }
            return path
        }
        return { root in paths.contains { $0.matches(root) } }
    }
}

/// A case path whose payload has any type.
protocol AnyCasePath<Root> {
    associatedtype Root

    func matches(_ root: Root) -> Bool
}

extension CasePath: AnyCasePath {
    func matches(_ root: Root) -> Bool { extractValue(root) != nil }
}

extension CasePathable {
    /// Whether the value is in the named case.
    ///
    /// - Parameter keyPath: The name of a case, as in `action.is(\.news)`.
    /// - Returns: `true` when it is in that case.
    public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
        CasePath(keyPath).extract(from: self) != nil
    }

    /// The payload of the named case, or `nil` when the value is in another case.
    public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
        CasePath(keyPath).extract(from: self)
    }
}

extension CasePath {
    /// A path through two enums, the second inside a case of the first.
    ///
    /// Costs the sum of both.
    ///
    /// - Parameter path: Continues from this path's value.
    /// - Returns: The path through both.
    public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
        let makeName = makeName
        return CasePath<Root, Leaf>(
            named: Self.joinedName(makeName, path.makeName),
            index: index,
            embed: { [embedValue] in embedValue(path.embedValue($0)) },
            extract: { [extractValue] in extractValue($0).flatMap(path.extractValue) }
        )
    }

    static func joinedName(_ first: () -> String?, _ second: () -> String?) -> String? {
        guard let first = first(), let second = second() else { return nil }
        return second.hasPrefix("[") ? first + second : "\(first).\(second)"
    }
}

extension CasePath {
    /// Changes the case's value in place, and does nothing when the root is in another case.
    ///
    /// The payload leaves the enum, is changed, and is put back into the case. So it never has two owners, and a large array in it
    /// is not copied. The enum needs no `empty` case. Constant time in debug and release builds. While `body` runs, the root holds
    /// no value; exclusive access (`inout`) guarantees that no code reads it.
    ///
    /// - Parameters:
    ///   - root: The enum.
    ///   - body: Changes the payload. If it throws, its earlier changes remain.
    /// - Throws: Any error that `body` throws.
    /// - Returns: The result of `body`, or `nil` when the root is in another case.
    @inlinable
    @discardableResult
    public func modify<Result, Failure: Error>(
        _ root: inout Root,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard var value = extractValue(root) else { return nil }
        // Giving up the enum's own reference to the payload makes `value` the only one. `defer` puts the enum
        // back on both ways out, so the storage is never left empty.
        _ = consume root
        defer { root = embedValue(value) }
        return try body(&value)
    }
}

extension CasePathable {
    /// Changes the payload of the named case in place.
    ///
    /// - Parameters:
    ///   - keyPath: The name of a case, as in `state.modify(\.detail) { $0.isRead = true }`.
    ///   - body: Changes the payload.
    /// - Throws: Any error that `body` throws.
    /// - Returns: The result of `body`, or `nil` when the value is in another case.
    @discardableResult
    public mutating func modify<Value, Result, Failure: Error>(
        _ keyPath: CaseKeyPath<Self, Value>,
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try CasePath(keyPath).modify(&self, body)
    }

    /// Changes the payload of the named case in place, or replaces the whole value when it is in another case.
    ///
    /// - Parameters:
    ///   - keyPath: The name of a case.
    ///   - fallback: The new value if the root is in another case; not used otherwise.
    ///   - body: Changes the payload; not called when the value is in another case.
    /// - Throws: Any error that `body` throws.
    public mutating func modify<Value, Failure: Error>(
        _ keyPath: CaseKeyPath<Self, Value>,
        default fallback: @autoclosure () -> Self,
        _ body: (inout Value) throws(Failure) -> Void
    ) throws(Failure) {
        if try CasePath(keyPath).modify(&self, body) == nil { self = fallback() }
    }
}

extension Optional {
    /// Changes the wrapped value in place, and does nothing when there is none.
    ///
    /// - Parameter body: Changes the value; it is not copied.
    /// - Throws: Any error that `body` throws.
    /// - Returns: The result of `body`, or `nil` when there is no value.
    @inlinable
    @discardableResult
    public mutating func modify<Result, Failure: Error>(
        _ body: (inout Wrapped) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard self != nil else { return nil }
        // Only force unwrapping gives access to the value in place; every way to bind it copies it.
        // swift-format-ignore: NeverForceUnwrap
        return try body(&self!)
    }
}

extension Optional: CasePathable {
    /// The paths of the cases, by name, and those of the cases of the value.
    ///
    /// `\.destination.edit` is a screen that may be there, one of several.
    @dynamicMemberLookup
    public struct AllCasePaths: Sendable {
        /// The value, if there is one.
        public var some: CasePath<Wrapped?, Wrapped> {
            CasePath(named: "some", embed: { $0 }, extract: { $0 })
        }

        /// The absence of a value.
        public var none: CasePath<Wrapped?, Void> {
            CasePath(named: "none", embed: { nil }, extract: { if case .none = $0 { () } else { nil } })
        }

        /// A case of the value, if there is one.
        public subscript<Payload>(
            dynamicMember keyPath: CaseKeyPath<Wrapped, Payload>
        ) -> CasePath<Wrapped?, Payload> where Wrapped: CasePathable {
            Self.path(through: CasePath(keyPath))
        }

        // Without constraints on `Wrapped`, so that the closures capture no conformance, which could belong to an actor.
        private static func path<Payload>(
            through path: CasePath<Wrapped, Payload>
        ) -> CasePath<Wrapped?, Payload> {
            CasePath(
                named: path.name,
                embed: { path.embed($0) },
                extract: { if case .some(let value) = $0 { path.extract(from: value) } else { nil } }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result: CasePathable {
    /// The paths of the cases, by name.
    ///
    /// `store.receive(\.response.success)` is the answer of a request that succeeded.
    public struct AllCasePaths: Sendable {
        /// The value of a success.
        public var success: CasePath<Result, Success> {
            CasePath(
                named: "success",
                embed: { .success($0) },
                extract: { if case .success(let value) = $0 { value } else { nil } }
            )
        }

        /// The error of a failure.
        public var failure: CasePath<Result, Failure> {
            CasePath(
                named: "failure",
                embed: { .failure($0) },
                extract: { if case .failure(let error) = $0 { error } else { nil } }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension Result where Success: ~Copyable {
    /// Makes a success of an asynchronous closure's result, or a failure of its error.
    ///
    /// ```swift
    /// .run { send in await send(.response(Result { try await client.titles() })) }
    /// ```
    /// A cancelled effect sends nothing, so a reducer never receives its `CancellationError`.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the closure runs: the caller's.
    ///   - body: Returns the value, or throws.
    public init(
        isolation: isolated (any Actor)? = #isolation,
        catching body: () async throws(Failure) -> Success
    ) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// An action for one element of a collection, which its identifier names.
///
/// `forEach` extracts the elements' actions from a case that holds this, and embeds the actions of their effects.
public enum IdentifiedAction<ID: Hashable & SendableMetatype, Action> {
    /// An action for the element with this identifier.
    case element(id: ID, action: Action)
}

extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

extension IdentifiedAction: CasePathable {
    /// The paths of the cases, by name.
    public struct AllCasePaths: Sendable {
        /// The identifier and the action of `element`.
        public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
            CasePath(
                named: "element",
                embed: { .element(id: $0.id, action: $0.action) },
                extract: {
                    switch $0 {
                    case .element(let id, let action): (id, action)
                    }
                }
            )
        }

        /// The action of the element with one identifier: `\.[id: id]`.
        public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> where ID: Sendable {
            CasePath(
                named: "[id: \(id)]",
                embed: { .element(id: id, action: $0) },
                extract: {
                    switch $0 {
                    case .element(id, let action): action
                    default: nil
                    }
                }
            )
        }
    }

    /// The paths of the cases.
    public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
