// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// The container to which everything that is made now belongs: set while a store makes its reducers, or a
    /// companion.
    @TaskLocal static var building: Dependencies?

    /// The container of the subtree that is being reduced or made, if the subtree overrides its store's.
    @TaskLocal package static var overriding: Dependencies?

    /// The container of the store whose effect runs, for what the effect calls and makes.
    static var performing: Dependencies? { performer?.dependencies }

    /// What has that container: a reference, because each task that an effect starts gets a copy.
    @TaskLocal static var performer: (any DependencyHolder)?

    /// The container that new stores start with, and that code without a store reads: a test's.
    @TaskLocal static var current: Dependencies?

    /// The container for which a default is being computed.
    @TaskLocal static var computing: Dependencies?

    /// The property that is reading a dependency; set in tests only.
    @TaskLocal static var asking: SourceSite?

    /// The container of code that belongs to no store.
    static let standard = Dependencies()

    /// The dependencies of the effect that runs: its subtree's, if that overrides those of its store.
    static var ofEffect: Dependencies {
        guard let performing else { return overriding ?? current ?? standard }
        // What is overridden in another store does not count here.
        guard let overriding, overriding.family === performing.family else { return performing }
        return overriding
    }

    /// Makes something that belongs to this container's store: it reads its dependencies here, now and later.
    package func making<Made>(_ make: () -> Made) -> Made { Self.$building.withValue(self, operation: make) }
}

/// An object that has the dependencies of a store, for its effects.
protocol DependencyHolder: AnyObject, Sendable {
    var dependencies: Dependencies { get }
}

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
