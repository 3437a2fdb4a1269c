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
public protocol DependencyKey: SendableMetatype {
    /// The type of the dependency.
    associatedtype Value: Sendable

    /// Computes the value that a container has by default; asked once per container, when it is first needed.
    ///
    /// - Parameter dependencies: The container, for values that are made from other dependencies.
    /// - Returns: The default value.
    static func value(in dependencies: Dependencies) -> Value
}
