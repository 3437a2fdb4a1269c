// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a reducer learns from the tree around it while it is resolved.
public struct ReducerContext {
    /// The dependencies of the reducer's store, with what the trees around it override.
    public internal(set) var dependencies: Dependencies

    /// The hooks of the piece of state at hand, of the type `ChangeHooks`; `nil` outside of a tree.
    @usableFromInline var hooks: AnyObject?

    /// The feedbacks of the piece of state at hand, of the type `FeedbackPlan`; `nil` where nobody runs them.
    @usableFromInline var feedbacks: AnyObject?

    /// How many feedbacks the tree has.
    var feedbackCount = FeedbackCount()

    /// The children that this place of the tree is in, from the outermost to the innermost.
    var ancestors: [ReducerAncestor] = []

    /// The child that does not see the action at hand.
    @usableFromInline var passedChild = PassedChild()

    /// Whether the reducer belongs to a store, and with it the parts of it that were made before.
    @usableFromInline let isOfStore: Bool

    /// The context of a reducer that is made now: in the closure of a store, or without any.
    public init() {
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
    public func building<R>(_ make: () -> R) -> R {
        Dependencies.withBuilding(dependencies, make)
    }

    /// Runs reducers that may have been made before their dependencies were overridden.
    @usableFromInline
    func reducing<R>(_ body: () -> R) -> R {
        Dependencies.$overriding.withValue(dependencies, operation: body)
    }

    /// Whether a tree is being resolved that looks at changes as a whole.
    @usableFromInline var isInTree: Bool { hooks != nil }

    /// Whether the reducer, or a part of it, was made outside of the closure of its store.
    ///
    /// Such a reducer is told its dependencies whenever it runs.
    @usableFromInline
    func mustBind(_ reducer: Any) -> Bool { isOfStore && ReducerParts.areUnbound(in: reducer) }

    /// The hooks of the piece of state at hand.
    @usableFromInline
    func hooks<State, Action>(_: State.Type, _: Action.Type) -> ChangeHooks<State, Action>? {
        hooks as? ChangeHooks<State, Action>
    }

    /// The feedbacks of the piece of state at hand.
    @usableFromInline
    func feedbacks<State, Action>(_: State.Type, _: Action.Type) -> FeedbackPlan<State, Action>? {
        feedbacks as? FeedbackPlan<State, Action>
    }

    /// Collects the feedbacks of a whole tree.
    @usableFromInline
    mutating func beginCollecting(_ plan: AnyObject) {
        feedbacks = plan
        feedbackCount = FeedbackCount()
        ancestors = []
    }

    @usableFromInline
    func countFeedback() { feedbackCount.value += 1 }

    /// The context for a child that is always there, and its hooks.
    @usableFromInline
    func child<State, Action>(
        _ identity: StateIdentity<State>?,
        _: Action.Type
    ) -> (ReducerContext, ChangeHooks<State, Action>) {
        let hooks = ChangeHooks<State, Action>(identity: identity)
        var context = self
        context.hooks = hooks
        return (context, hooks)
    }

    /// The context for reducers whose looking at changes is collected, and what collects it.
    @usableFromInline
    func collectingHooks<State, Action>(
        _: State.Type,
        _: Action.Type
    ) -> (ReducerContext, ChangeHooks<State, Action>) {
        let hooks = ChangeHooks<State, Action>()
        var context = self
        if self.hooks != nil { context.hooks = hooks }
        return (context, hooks)
    }

    /// The context for reducers whose feedbacks are collected, and what collects them.
    ///
    /// Where nobody runs feedbacks, none are collected.
    @usableFromInline
    func collectingFeedbacks<State, Action>(
        _: State.Type,
        _: Action.Type
    ) -> (ReducerContext, FeedbackPlan<State, Action>) {
        let plan = FeedbackPlan<State, Action>()
        var context = self
        if feedbacks != nil { context.feedbacks = plan }
        return (context, plan)
    }

    /// Complains about an action for a child that is not there.
    @usableFromInline
    func reportAbsentChild<Action>(_ child: String, action: Action, site: SourceSite) {
        // It was sent while the child was there.
        guard passedChild.link == nil else { return }
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
        // What is made may read its dependencies already, for instance to decide what its body is.
        $building.withValue(dependencies) { $overriding.withValue(dependencies, operation: make) }
    }
}
