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

/// The container that a property reads from: that of its store, or of the subtree that is being reduced.
@usableFromInline
final class DependencySource: Sendable {
    /// Where the property was declared.
    let site: SourceSite

    private let name: any AnyKeyPath & Sendable
    private let container: Dependencies?

    init(name: any AnyKeyPath & Sendable, site: SourceSite) {
        self.name = name
        self.site = site
        container = .building
    }

    var isUnbound: Bool { container == nil }

    @usableFromInline var dependencies: Dependencies {
        let overriding = Dependencies.overriding
        guard let container else { return overriding ?? .performing ?? .current ?? standard }
        // A subtree's container counts only for reducers of the same store, because an effect may make another store.
        guard let overriding, overriding.family === container.family else { return container }
        return overriding
    }

    private var standard: Dependencies {
        DiagnosticReporter.current.report(
            Diagnostic(
                .dependencyOutsideStore,
                message: """
                    A dependency of type \(typeName(type(of: name).valueType)) was read by code that belongs to no store; it \
                    got the default.
                    """,
                remedy: """
                    Make the reducer in the closure of its store, or in a reducer's body, and services and \
                    middleware in closures: `store.attach { Player() }`. Values that are made while an action is \
                    reduced, such as the state of a row, belong to no store: read the dependency in the reducer and \
                    pass it. To use it without a store, call `withDependencies`.
                    """,
                site: site
            )
        )
        return .standard
    }
}

/// An object that belongs to the store in whose closure it is made, or else to no store yet.
protocol StoreBound {
    var isUnbound: Bool { get }
}
