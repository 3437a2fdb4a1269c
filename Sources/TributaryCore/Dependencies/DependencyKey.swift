// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The name of a dependency, and the value it has unless somebody gives it another.
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
/// What the value does in a test when nobody gave it another is up to the key. A struct of closures says
/// `unimplemented(_:placeholder:)` for each, so that every call fails the test; any other value says
/// `dependencies.missing(placeholder:)`, so that reading it does.
public protocol DependencyKey: SendableMetatype {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// Computes the value that a container has by default, when it is first needed.
    ///
    /// The container keeps the value until one of the dependencies that were read here is changed. Read them
    /// here rather than keep the container for later: a value that keeps it is computed anew in every copy with
    /// any change. Two tasks that need the value at once may both compute it; they get the same one.
    ///
    /// - Parameter dependencies: The container, for values that are made from other dependencies.
    /// - Returns: The default value.
    static func value(in dependencies: Dependencies) -> Value
}
