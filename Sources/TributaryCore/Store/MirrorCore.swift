// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a mirror: a scope of a machine that nobody else has, and so the one to close it.
final class MirrorCore<Parent, ParentAction, State, Action>: ChildCore<Parent, ParentAction, State, Action> {
    /// The dependencies of the store that is mirrored: of the reducers, which are over there.
    private let mirrored: Dependencies

    init(
        parent: StoreCore<Parent, ParentAction>,
        path: ChildPath<Parent, ParentAction, State, Action>,
        dependencies: Dependencies
    ) {
        mirrored = dependencies
        super.init(parent: parent, path: path)
    }

    override var dependencies: Dependencies { mirrored }

    override func close(at site: SourceSite?) { parent.close(at: site) }

    override var handle: StoreHandle<State, Action> { super.handle.closing(parent.handle) }

    // The state is another actor's, and what is here a copy of it.
    override func lifting(
        _ reducer: ReducerMaker<State, Action>,
        at site: SourceSite
    ) -> ReducerMaker<Parent, ParentAction>? { nil }
}
