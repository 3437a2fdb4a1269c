// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a dependency, and its default value.
///
/// ```swift
/// enum NewsClientKey: DependencyKey {
///     static func value(in dependencies: Dependencies) -> NewsClient {
///         dependencies.isTesting ? .unimplemented : .live
///     }
/// }
/// extension Dependencies {
///     var newsClient: NewsClient {
///         get { self[NewsClientKey.self] }
///         set { self[NewsClientKey.self] = newValue }
///     }
/// }
/// ```
/// The key decides what the default does in a test. A struct of closures uses `unimplemented(_:placeholder:)` for
/// each of them, so that every call fails the test. Any other value uses `dependencies.missing(placeholder:)`, so
/// that reading it fails the test.
public protocol DependencyKey: SendableMetatype {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// Computes the default value of a container, when it is first needed.
    ///
    /// The container keeps the value until one of the dependencies that were read here is changed. Read them here
    /// rather than keep the container for later: a value that keeps the container is recomputed in every copy with
    /// any change. Two tasks that need the value at once may both compute it; they get the same value.
    ///
    /// - Parameter dependencies: The container, for values that are made from other dependencies.
    /// - Returns: The default value.
    static func value(in dependencies: Dependencies) -> Value
}

/// A value of a container.
///
/// It is an object, because objects are cheaper to copy and to cast than values of unknown types.
@usableFromInline
final class DependencyBox<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    init(_ value: Value) { self.value = value }
}

/// A value with its type erased.
protocol AnyDependencyBox {
    var anyValue: any Sendable { get }
}

extension DependencyBox: AnyDependencyBox {
    var anyValue: any Sendable { value }
}
