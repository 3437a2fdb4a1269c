// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The core of a mirror: a scope of a machine that nobody else has, and so the one to close it.
final class MirrorCore<Parent, ParentAction, State, Action>: ChildCore<Parent, ParentAction, State, Action> {
    /// The store that is mirrored, where the reducers are.
    private let mirrored: MirroredStore

    init(
        parent: StoreCore<Parent, ParentAction>,
        path: ChildPath<Parent, ParentAction, State, Action>,
        mirrored: MirroredStore
    ) {
        self.mirrored = mirrored
        super.init(parent: parent, path: path)
    }

    override var dependencies: Dependencies { mirrored.dependencies }

    override func close(at site: SourceSite?) { parent.close(at: site) }

    // Here something runs for each action that was sent, until it is reduced there and its effects have ended.
    override nonisolated(nonsending) func finish() async {
        await super.finish()
        await mirrored.finish()
    }

    override nonisolated(nonsending) func flush() async { await mirrored.flush() }

    override var handle: StoreHandle<State, Action> { super.handle.closing(parent.handle) }

    // The state is another actor's, and what is here a copy of it.
    override func lifting(
        _ reducer: ReducerMaker<State, Action>,
        at site: SourceSite
    ) -> ReducerMaker<Parent, ParentAction>? { nil }
}

/// What a mirror knows of the store on the other actor.
struct MirroredStore {
    let dependencies: Dependencies
    let finish: @Sendable () async -> Void
    let flush: @Sendable () async -> Void
}
