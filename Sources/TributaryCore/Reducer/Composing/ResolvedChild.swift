// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child's function, with what looks at the child's changes, and its feedbacks.
///
/// A store needs the feedbacks before the first action, so it resolves a child that may be absent at once. But a
/// feature may contain itself, and a folder of folders would be resolved without end: a child inside a child of
/// the same type is resolved when there is first a state for it. So is every child where nobody runs feedbacks.
@usableFromInline
final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> ReducerFunction<State, Action>
    private let context: ReducerContext

    /// The outer child that is the same reducer, for one that is resolved late.
    private let twin: ReducerAncestor?

    private let plan: FeedbackPlan<State, Action>

    /// What tells the states of the child apart.
    @usableFromInline let identity: StateIdentity<State>?
    @usableFromInline let hooks: ChangeHooks<State, Action>
    @usableFromInline private(set) var resolved: ReducerFunction<State, Action>?

    @usableFromInline
    init<Child>(
        _ type: Child.Type,
        in context: ReducerContext,
        _ resolve: @escaping (ReducerContext) -> ReducerFunction<State, Action>
    ) {
        identity = StateIdentity.ofStates()
        hooks = ChangeHooks(identity: identity)
        var (context, plan) = context.collectingFeedbacks(State.self, Action.self)
        context.hooks = hooks
        let ancestor = context.ancestors.first { $0.type == ObjectIdentifier(type) }
        // Reducers of one type that have nothing to differ in are the same.
        twin = MemoryLayout<Child>.size == 0 ? ancestor : nil
        self.plan = plan
        self.resolve = resolve
        guard ancestor == nil, context.feedbacks != nil else {
            self.context = context
            if twin == nil { context.countFeedback() }
            return
        }
        let child = ReducerAncestor(type, count: context.feedbackCount)
        context.ancestors.append(child)
        self.context = context
        resolved = resolve(context)
        child.finish(context.feedbackCount)
    }

    /// The child's function.
    ///
    /// It is returned rather than called here, to keep the way to a deep child short.
    ///
    /// - Parameter state: What the child's hooks see as the state before the first action.
    /// - Returns: The function.
    @inlinable
    func function(_ state: State) -> ReducerFunction<State, Action> {
        // Not `??`: passing a function through a generic operator allocates a thunk.
        if let resolved { return resolved }
        return resolveNow(state)
    }

    @usableFromInline
    func resolveNow(_ state: State) -> ReducerFunction<State, Action> {
        let function = resolve(context)
        resolved = function
        hooks.prime(state)
        return function
    }
}

extension ResolvedChild {
    /// Whether something looks at changes of the child, or may when it is resolved.
    @usableFromInline var hasHooks: Bool { resolved == nil || !hooks.isEmpty }

    /// Whether something in the child is asked before an action, or may be when it is resolved.
    @usableFromInline var looksBefore: Bool { resolved == nil || hooks.looksBefore }

    /// Asks what is to be asked of the child's state before an action.
    @usableFromInline
    func willReduce(_ state: State?) {
        if let state, resolved != nil { hooks.willReduce(state) }
    }

    /// Shows the child's state before an action, or that there is none.
    @usableFromInline
    func prime(_ state: State?) {
        guard let state else { return hooks.reset() }
        if resolved == nil { _ = resolveNow(state) } else { hooks.prime(state) }
    }

    /// Whether something changed in the child that is to be answered.
    @usableFromInline
    func isDue(_ state: State?) -> Bool {
        guard let state else {
            hooks.reset()
            return false
        }
        if resolved == nil { _ = resolveNow(state) }
        return hooks.isDue(state)
    }
}

extension ResolvedChild {
    /// Whether the child has feedbacks, or may when it is resolved.
    ///
    /// One that is not resolved has them if the same child further out has.
    @usableFromInline var hasFeedbacks: Bool {
        resolved == nil ? twin?.hasFeedbacks ?? true : plan.isNeeded
    }

    /// The feedbacks of the child, for every piece of state that it is run on.
    @usableFromInline
    func feedbacks(for state: State) -> FeedbackGroup<State, Action> {
        _ = function(state)
        return plan.makeGroup()
    }
}

/// The feedbacks of a child that may be absent, at work: those of the state that is there now, if any is.
@usableFromInline
final class PresentFeedbacks<State, Action> {
    private let makeGroup: (State) -> FeedbackGroup<State, Action>
    @usableFromInline private(set) var group: FeedbackGroup<State, Action>?

    /// Which state the group is for.
    @usableFromInline let memory: StateMemory<State>?

    @usableFromInline
    init(_ identity: StateIdentity<State>?, _ makeGroup: @escaping (State) -> FeedbackGroup<State, Action>) {
        memory = identity?.makeMemory()
        self.makeGroup = makeGroup
    }

    /// Whether the child came, went, was replaced, or may ask for something else than before.
    @inlinable
    func isDue(_ state: State?) -> Bool {
        guard let group else { return state != nil }
        guard let state else { return true }
        if let memory, memory.isAnother(state) { return true }
        return group.isDue(state)
    }

    /// Begins and ends runs.
    @usableFromInline
    func update(_ state: inout State) -> Effect<Action> {
        if let memory, memory.isAnother(state) {
            // What ran for another state ends with that.
            forget()
            memory.see(state)
        }
        let group = self.group ?? makeGroup(state)
        self.group = group
        return group.update(&state)
    }

    /// Forgets everything: the child is gone, and with it what ran.
    @usableFromInline
    func forget() { group = nil }

    @usableFromInline var isIdle: Bool { group?.isIdle ?? true }
}
