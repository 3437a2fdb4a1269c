// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads a dependency of the store that a reducer, a service or a middleware belongs to.
///
/// ```swift
/// struct News: Reducer {
///     @Dependency(\.newsClient) var newsClient
/// }
/// ```
/// A reducer belongs to the store in whose closure it is made: `Store(initialState: …) { News() }`. A reducer that
/// was made before and is put into a store, alone or as a part of others, reads that store's dependencies too. It
/// then costs each action about a tenth of a microsecond to pass them to it.
///
/// What an effect makes or calls reads the dependencies of its store, or of its subtree. What is made while an action
/// is reduced belongs to no store, such as the state of a row whose initialiser reads an identifier. It reads the
/// dependencies of `withDependencies`, and without them the defaults, which is a diagnostic. Read the dependency in
/// the reducer there, and pass it: `Row(id: makeID())`.
///
/// Services and middleware belong to a store if they are made in its closure, too: `store.attach { Player() }`.
///
/// An effect that reads it captures the reducer, so a public reducer must be declared `Sendable`; others are without
/// a declaration.
@propertyWrapper
public struct Dependency<Value>: Sendable {
    @usableFromInline let keyPath: any KeyPath<Dependencies, Value> & Sendable
    @usableFromInline let source: DependencySource

    /// Reads the dependency with this name.
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - fileID: The file of the property, for diagnostics.
    ///   - line: The line of the property, for diagnostics.
    public init(
        _ keyPath: any KeyPath<Dependencies, Value> & Sendable,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        self.keyPath = keyPath
        source = DependencySource(name: keyPath, site: SourceSite(fileID: fileID, line: line))
    }

    /// The dependency, as the store has it, or the subtree that is being reduced.
    public var wrappedValue: Value {
        @inlinable get {
            let dependencies = source.dependencies
            guard dependencies.tellsWhoAsks else { return dependencies[keyPath: keyPath] }
            return valueForTest(dependencies)
        }
    }

    // A function of its own, because any generic code here would cost every read.
    @usableFromInline
    @inline(never)
    func valueForTest(_ dependencies: Dependencies) -> Value {
        let value = Dependencies.$asking.withValue(source.site) { dependencies[keyPath: keyPath] }
        guard let reporting = value as? any UseReporting else { return value }
        return reporting.read(at: source.site) as? Value ?? value
    }
}

extension Dependency: StoreBound {
    var isUnbound: Bool { source.isUnbound }
}
