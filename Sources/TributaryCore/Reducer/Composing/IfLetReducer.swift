// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with a child whose state may be absent; made by `ifLet`.
public struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
    @usableFromInline let parent: Parent
    @usableFromInline let child: Child
    @usableFromInline let state: WritableKeyPath<Parent.State, Child.State?>
    @usableFromInline let action: ActionScope<Parent.Action, Child.Action>
    @usableFromInline let create: ((Parent.State) -> Child.State?)?
    @usableFromInline let site: SourceSite

    @inlinable
    init(
        parent: Parent,
        child: Child,
        state: WritableKeyPath<Parent.State, Child.State?>,
        action: ActionScope<Parent.Action, Child.Action>,
        create: ((Parent.State) -> Child.State?)?,
        site: SourceSite
    ) {
        self.parent = parent
        self.child = child
        self.state = state
        self.action = action
        self.create = create
        self.site = site
    }

    /// Runs the child, if the action is for it, then the parent.
    @inlinable
    public func reduce(into state: inout Parent.State, action: Parent.Action) -> Effect<Parent.Action> {
        resolveTree(in: ReducerContext())(&state, action)
    }

    /// Both, as one function.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<Parent.State, Parent.Action> {
        let parent = parent.resolve(in: context)
        let child = ResolvedChild(Child.self, in: context) { [child] in child.resolve(in: $0) }
        let property = StateScope(state)
        let extract = action.extract
        let embed = action.embed
        let identity = child.identity
        let link = TypedStateLink<Parent.State, Child.State>(identity: identity) { [state] parent, _, body in
            parent[keyPath: state].map(body) != nil
        }
        if child.hasHooks {
            context.hooks(Parent.State.self, Parent.Action.self)?.append(
                Self.changes(child, property, link, embed)
            )
        }
        context.feedbacks(Parent.State.self, Parent.Action.self)?.append(
            isNeeded: { child.hasFeedbacks },
            make: { Self.hook(child, property, link, embed) }
        )
        return { [create, site, keyPath = self.state, passed = context.passedChild] state, action in
            guard let childAction = extract(action), !passed.isChild(link) else {
                return parent(&state, action)
            }
            if let create, state[keyPath: keyPath] == nil { state[keyPath: keyPath] = create(state) }
            let effect = property.modifyPresent(&state) {
                child.function($0)(&$0, childAction).scoped(embed, link: link, of: $0, identity)
            }
            guard let effect else {
                context.reportAbsentChild(
                    "\(typeName(Child.State.self)) at \(propertyName(keyPath))",
                    action: action,
                    site: site
                )
                return parent(&state, action)
            }
            if effect.isNone { return parent(&state, action) }
            return effect.merge(with: parent(&state, action))
        }
    }
}

extension IfLetReducer {
    /// What looks at changes of the child, in the parent's state.
    @inlinable
    static func changes(
        _ child: ResolvedChild<Child.State, Child.Action>,
        _ property: StateScope<Parent.State, Child.State?>,
        _ link: StateLink,
        _ embed: @escaping (Child.Action) -> Parent.Action?
    ) -> ChangeHook<Parent.State, Parent.Action> {
        ChangeHook(
            willReduce: child.looksBefore ? { property.read($0, child.willReduce) } : nil,
            prime: { property.read($0, child.prime) },
            isDue: { property.isDue($0, child.isDue) },
            run: { state in
                let effect = property.modifyPresent(&state) {
                    child.hooks.run(&$0).scoped(embed, link: link, of: $0, child.identity)
                }
                return effect ?? .none
            },
            reset: child.hooks.reset
        )
    }

    /// The feedbacks of the child in one piece of the parent's state.
    @inlinable
    static func hook(
        _ child: ResolvedChild<Child.State, Child.Action>,
        _ property: StateScope<Parent.State, Child.State?>,
        _ link: StateLink,
        _ embed: @escaping (Child.Action) -> Parent.Action?
    ) -> FeedbackHook<Parent.State, Parent.Action> {
        let feedbacks = PresentFeedbacks(child.identity, child.feedbacks)
        return FeedbackHook(
            isDue: { property.isDue($0, feedbacks.isDue) },
            update: { state in
                let effect = property.modifyPresent(&state) {
                    feedbacks.update(&$0).scoped(embed, link: link, of: $0, child.identity)
                }
                if effect == nil { feedbacks.forget() }
                return effect ?? .none
            },
            isIdle: { feedbacks.isIdle }
        )
    }
}

extension Reducer {
    /// Runs a child on an optional state, while there is one.
    ///
    /// The child runs before this reducer, so that this one may answer the child's action by removing the child.
    /// An action for an absent child changes nothing in it and is a diagnostic (law 7); this reducer still sees
    /// it. The child's effects end when its state goes away, or is replaced by one with another `id` (law 8).
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfLetReducer<Self, Child> where Action: CasePathable {
        ifLet(state, actionPath: CasePath(action), child: child, fileID: fileID, line: line)
    }

    /// Runs a child on an optional state, while there is one; the actions are given as a case path.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfLetReducer<Self, Child> {
        IfLetReducer(
            parent: self,
            child: child(),
            state: state,
            action: ActionScope(actionPath),
            create: nil,
            site: SourceSite(fileID: fileID, line: line)
        )
    }

    /// Runs a child on an optional state that the first action for the child creates.
    ///
    /// - Parameters:
    ///   - state: The property that is the child's state, or `nil`.
    ///   - action: The case that holds the child's actions.
    ///   - create: Makes the child's state from the parent's; `nil` leaves the child absent.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: WritableKeyPath<State, ChildState?>,
        action: CaseKeyPath<Action, ChildAction>,
        create: @escaping (State) -> ChildState?,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfLetReducer<Self, Child> where Action: CasePathable {
        IfLetReducer(
            parent: self,
            child: child(),
            state: state,
            action: ActionScope(CasePath(action)),
            create: create,
            site: SourceSite(fileID: fileID, line: line)
        )
    }
}
