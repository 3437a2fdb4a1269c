// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
/// By hand where the main actor is the default isolation, write `nonisolated enum`, as the conformance would be isolated
/// otherwise. In Swift 5, `embed: Action.loaded` draws a warning inside of what says `nonisolated`, and with strict
/// concurrency; write `embed: { .loaded($0) }` there.
///
/// A case without payload has a path to `Void`; one with several values, to the tuple of them.
public protocol CasePathable {
    /// Holds one `CasePath` per case, under the name of the case.
    associatedtype AllCasePaths

    /// The paths of all cases.
    static var allCasePaths: AllCasePaths { get }

    /// Shows a visitor which case a value is in.
    ///
    /// `@CasePathable` writes it. By hand it is needed only where the paths have indices, for speed: then it visits each
    /// of those cases with the index of its path. Without it, the children of a reducer are asked one after the other
    /// whether an action is theirs.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - visitor: Is shown the case.
    /// - Returns: What the visitor returned.
    static func visitCase<Visitor: CaseVisitor>(of value: Self, _ visitor: Visitor) -> Visitor.Output
}

extension CasePathable {
    /// Stops the program: it is called only where a path has an index.
    public static func visitCase<Visitor: CaseVisitor>(of value: Self, _ visitor: Visitor) -> Visitor.Output {
        fatalError(
            "\(typeName(Self.self)) has a path with an index, and no `visitCase` that visits its case."
        )
    }
}

/// The name of one case of an enum: `\.news` stands for `\Action.AllCasePaths.news`.
///
/// It is evaluated once, when a composed reducer or a scope is made, and never per action.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<Root.AllCasePaths, CasePath<Root, Value>>

extension CasePath where Root: CasePathable {
    /// Looks up the path that a case key path names.
    @inlinable
    public init(_ keyPath: CaseKeyPath<Root, Value>) {
        self = Root.allCasePaths[keyPath: keyPath]
    }
}

extension CasePathable {
    /// Whether the value is in the named case.
    ///
    /// - Parameter keyPath: The name of a case, as in `action.is(\.news)`.
    /// - Returns: `true` when it is in that case.
    @inlinable
    public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
        CasePath(keyPath).extract(from: self) != nil
    }

    /// The payload of the named case, or `nil` when the value is in another case.
    @inlinable
    public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
        CasePath(keyPath).extract(from: self)
    }
}
