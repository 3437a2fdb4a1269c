// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Sets dependencies for everything that runs or is made in a closure: for a test.
///
/// ```swift
/// withDependencies { $0.date = .constant(launch) } operation: {
///     let store = Store(initialState: News.State()) { News() }
///     …
/// }
/// ```
/// Stores that are made in the closure start with these dependencies, and set their own on top. A reducer that is
/// called there without a store reads them. A nested `withDependencies` sets its dependencies on top of the outer
/// ones.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - operation: Uses them. So do tasks that it starts, if they inherit task-local values.
/// - Returns: What the closure returned.
/// - Throws: What the closures throw.
public func withDependencies<Result>(
    _ change: (inout Dependencies) throws -> Void,
    operation: () throws -> Result
) rethrows -> Result {
    var dependencies = Dependencies.current ?? Dependencies()
    try change(&dependencies)
    return try Dependencies.$current.withValue(dependencies, operation: operation)
}

/// Sets dependencies for everything that runs or is made in an asynchronous closure: for a test.
///
/// Stores that are made in the closure start with these dependencies, and set their own on top. A reducer that is
/// called there without a store reads them. A nested `withDependencies` sets its dependencies on top of the outer
/// ones.
///
/// - Parameters:
///   - change: Sets the dependencies.
///   - isolation: The actor on which the closure runs: the caller's.
///   - operation: Uses them. So do tasks that it starts, if they inherit task-local values.
/// - Returns: What the closure returned.
/// - Throws: What the closures throw.
public func withDependencies<Result>(
    _ change: (inout Dependencies) throws -> Void,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws -> Result
) async rethrows -> Result {
    var dependencies = Dependencies.current ?? Dependencies()
    try change(&dependencies)
    return try await Dependencies.$current.withValue(dependencies, operation: operation)
}
