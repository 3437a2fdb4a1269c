// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the tree around a reducer gives it while it is resolved; only the library makes one and reads it.
public struct ReducerContext {
    /// The dependencies of the reducer's store, with what the trees around it override.
    @usableFromInline var dependencies: Dependencies

    /// The plan of what watches the piece of state at hand, of the type `WatchPlan`; `nil` outside of a tree.
    @usableFromInline var plan: AnyObject?

    /// Whether feedbacks run in the tree: they need something that remembers what runs.
    @usableFromInline var runsFeedbacks = false

    /// The children that this place of the tree is in, from the outermost to the innermost.
    var ancestors: [ReducerAncestor] = []

    /// The child that must not see the current action.
    @usableFromInline var passedChild = PassedChild()

    /// Whether the reducer belongs to a store, and with it the parts of it that were made before.
    @usableFromInline let isOfStore: Bool

    /// The context of a reducer that is made now: in the closure of a store, or without any.
    @usableFromInline
    init() {
        isOfStore = Dependencies.building != nil
        dependencies = .building ?? .current ?? .standard
    }

    @usableFromInline
    init(dependencies: Dependencies) {
        self.dependencies = dependencies
        isOfStore = true
    }

    /// Makes reducers that read this context's dependencies.
    @inlinable
    func building<R>(_ make: () -> R) -> R {
        Dependencies.withBuilding(dependencies, make)
    }

    /// Runs reducers that may have been made before their dependencies were overridden.
    @usableFromInline
    func reducing<R>(_ body: () -> R) -> R {
        Dependencies.$overriding.withValue(dependencies, operation: body)
    }

    /// Whether the reducer, or a part of it, was made outside of the closure of its store.
    ///
    /// Such a reducer is told its dependencies whenever it runs.
    @usableFromInline
    func mustBind(_ reducer: Any) -> Bool { isOfStore && ReducerParts.areUnbound(in: reducer) }

    /// The plan of what watches the piece of state at hand.
    @usableFromInline
    func plan<State, Action>(_: State.Type, _: Action.Type) -> WatchPlan<State, Action>? {
        plan as? WatchPlan<State, Action>
    }

    /// The context of reducers whose watches are collected apart, and what collects them.
    @usableFromInline
    func collecting<State, Action>(
        _: State.Type,
        _: Action.Type
    ) -> (ReducerContext, WatchPlan<State, Action>) {
        let plan = WatchPlan<State, Action>()
        var context = self
        if self.plan != nil { context.plan = plan }
        return (context, plan)
    }

    /// The context of a whole tree, and what collects its watches.
    @usableFromInline
    func beginning<State, Action>(
        _: State.Type,
        _: Action.Type,
        runsFeedbacks: Bool
    ) -> (ReducerContext, WatchPlan<State, Action>) {
        let plan = WatchPlan<State, Action>()
        var context = self
        context.plan = plan
        context.runsFeedbacks = runsFeedbacks
        context.ancestors = []
        return (context, plan)
    }
}

extension Dependencies {
    @usableFromInline
    static func withBuilding<R>(_ dependencies: Dependencies, _ make: () -> R) -> R {
        // What is made may read its dependencies already, for instance to decide what its body is.
        $building.withValue(dependencies) { $overriding.withValue(dependencies, operation: make) }
    }
}
