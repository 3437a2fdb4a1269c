// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Runs a child on a property of the parent's state, for the actions in one case of the parent's.
///
/// ```swift
/// Scope(state: \.settings, action: \.settings) { Settings() }
/// ```
/// The child's state is changed where it lies in the parent's: a stored property costs an addition, a computed
/// one its `get` and `set`, or its `_modify`. Several features can so share slices of one state. Where the child's state
/// is `Identifiable`, one with another `id` is another child, and the effects of the former end (law 8).
public struct Scope<State, Action, Child: Reducer>: Reducer {
    @usableFromInline let state: StateScope<State, Child.State>
    @usableFromInline let action: ActionScope<Action, Child.Action>
    @usableFromInline let child: Child

    @inlinable
    init(
        state: StateScope<State, Child.State>,
        action: ActionScope<Action, Child.Action>,
        child: Child
    ) {
        self.state = state
        self.action = action
        self.child = child
    }

    /// Runs a child for the actions in a case of the parent's, named by a key path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction>(
        state: WritableKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where ChildState == Child.State, ChildAction == Child.Action, Action: CasePathable {
        self.init(state: StateScope(state), action: ActionScope(CasePath(action)), child: child())
    }

    /// Runs a child for the actions in a case of the parent's, given as a case path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction>(
        state: WritableKeyPath<State, ChildState>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where ChildState == Child.State, ChildAction == Child.Action {
        self.init(state: StateScope(state), action: ActionScope(actionPath), child: child())
    }

    /// Runs a child that takes the parent's own actions.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, stored or with `get` and `set`.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState>(
        state: WritableKeyPath<State, ChildState>,
        @ReducerBuilder<ChildState, Action> child: () -> Child
    ) where ChildState == Child.State, Action == Child.Action {
        self.init(state: StateScope(state), action: .all, child: child())
    }

    /// Runs a child on a part of the state that a closure reaches, such as a computed property with `_modify`.
    ///
    /// Key paths do not use `_modify`: a computed property that joins slices of the state is changed in place
    /// only in this way.
    /// ```swift
    /// Scope(modify: { state, change in change(&state.joined) }, action: \.joined) { Joined() }
    /// ```
    ///
    /// - Parameters:
    ///   - modify: Calls its second argument once, with the child's state.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    @inlinable
    public init<ChildState, ChildAction>(
        modify: @escaping (inout State, (inout ChildState) -> Void) -> Void,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child
    ) where ChildState == Child.State, ChildAction == Child.Action, Action: CasePathable {
        self.init(state: StateScope(modify), action: ActionScope(CasePath(action)), child: child())
    }

    /// Runs the child, if the action is for it.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        resolveTree(in: ReducerContext())(&state, action)
    }

    /// The child, as a function of the parent's state and action.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        let identity = StateIdentity<Child.State>.ofStates()
        let (hooked, hooks) = context.child(identity, Child.Action.self)
        let (childContext, plan) = hooked.collectingFeedbacks(Child.State.self, Child.Action.self)
        let child = child.resolve(in: childContext)
        let scope = state
        let extract = action.extract
        let embed = action.embed
        let link = TypedStateLink<State, Child.State>(identity: identity) { parent, _, body in
            scope.read(parent, body)
            return true
        }
        if !hooks.isEmpty {
            context.hooks(State.self, Action.self)?.append(Self.hook(hooks, scope, link, identity, embed))
        }
        context.feedbacks(State.self, Action.self)?.append(
            isNeeded: { plan.isNeeded },
            make: {
                Self.hook(PresentFeedbacks(identity, plan.makeGroup(for:)), scope, link, identity, embed)
            }
        )
        guard let offset = scope.offset, identity == nil else {
            return { [passed = context.passedChild] state, action in
                guard let childAction = extract(action), !passed.isChild(link) else { return .none }
                return scope.modify(&state) {
                    child(&$0, childAction).scoped(embed, link: link, of: $0, identity)
                }
            }
        }
        // The usual case has a function of its own, which does nothing that is not needed.
        return { state, action in
            guard let childAction = extract(action) else { return .none }
            let effect = StateScope<State, Child.State>.modify(&state, at: offset) { child(&$0, childAction) }
            return effect.isNone ? .none : effect.scoped(embed, link: link)
        }
    }
}

extension Scope {
    /// What looks at changes of the child, in the parent's state.
    @inlinable
    static func hook(
        _ hooks: ChangeHooks<Child.State, Child.Action>,
        _ scope: StateScope<State, Child.State>,
        _ link: StateLink,
        _ identity: StateIdentity<Child.State>?,
        _ embed: @escaping (Child.Action) -> Action?
    ) -> ChangeHook<State, Action> {
        ChangeHook(
            willReduce: hooks.looksBefore ? { scope.read($0, hooks.willReduce) } : nil,
            prime: { scope.read($0, hooks.prime) },
            isDue: { scope.isDue($0, hooks.isDue) },
            run: { state in
                scope.modify(&state) { hooks.run(&$0).scoped(embed, link: link, of: $0, identity) }
            },
            reset: hooks.reset
        )
    }

    /// The feedbacks of the child in one piece of the parent's state.
    @inlinable
    static func hook(
        _ feedbacks: PresentFeedbacks<Child.State, Child.Action>,
        _ scope: StateScope<State, Child.State>,
        _ link: StateLink,
        _ identity: StateIdentity<Child.State>?,
        _ embed: @escaping (Child.Action) -> Action?
    ) -> FeedbackHook<State, Action> {
        FeedbackHook(
            isDue: { scope.isDue($0, feedbacks.isDue) },
            update: { state in
                scope.modify(&state) { feedbacks.update(&$0).scoped(embed, link: link, of: $0, identity) }
            },
            isIdle: { feedbacks.isIdle }
        )
    }
}
