// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

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
