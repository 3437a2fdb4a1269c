// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a reducer learns from the tree around it while it is resolved.
public struct ReducerContext {
    /// The dependencies of the reducer's store, with what the trees around it override.
    public internal(set) var dependencies: Dependencies

    /// The context of a reducer that belongs to no store.
    public init() { self.init(dependencies: .building ?? .standard) }

    @usableFromInline
    init(dependencies: Dependencies) { self.dependencies = dependencies }

    /// Makes reducers that read this context's dependencies.
    @inlinable
    public func building<R>(_ make: () -> R) -> R {
        Dependencies.withBuilding(dependencies, make)
    }

    /// Complains about an action for a child that is not there.
    @usableFromInline
    func reportAbsentChild<Action>(_ child: String, action: Action, site: SourceSite) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .absentChild,
                message: "An action for a child was received while there was no state for it: \(child).",
                remedy: """
                    Send it only while the child is there. If it came from an effect, let the effect be the \
                    child's own, so that it ends with the child; if the parent removes the child in a reducer, \
                    let that run after the child's.
                    """,
                action: String(reflecting: action),
                site: site
            )
        )
    }
}

extension Dependencies {
    @usableFromInline
    static func withBuilding<R>(_ dependencies: Dependencies, _ make: () -> R) -> R {
        $building.withValue(dependencies, operation: make)
    }
}
