// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with a child whose state is one case of an enum; made by `ifCaseLet`.
public struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
    @usableFromInline let parent: Parent
    @usableFromInline let child: Child
    @usableFromInline let state: StateCasePath<Parent.State, Child.State>
    @usableFromInline let action: ActionScope<Parent.Action, Child.Action>
    @usableFromInline let site: SourceSite

    @inlinable
    init(
        parent: Parent,
        child: Child,
        state: StateCasePath<Parent.State, Child.State>,
        action: ActionScope<Parent.Action, Child.Action>,
        site: SourceSite
    ) {
        self.parent = parent
        self.child = child
        self.state = state
        self.action = action
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
        let extract = action.extract
        let embed = action.embed
        let modify = state.modify
        let identity = child.identity
        let link = TypedStateLink<Parent.State, Child.State>(identity: identity) {
            [read = state.read] parent, _, body in read(parent).map(body) != nil
        }
        if child.hasHooks {
            context.hooks(Parent.State.self, Parent.Action.self)?.append(
                Self.changes(child, state, link, embed)
            )
        }
        context.feedbacks(Parent.State.self, Parent.Action.self)?.append(
            isNeeded: { child.hasFeedbacks },
            make: { [state] in Self.hook(child, state, link, embed) }
        )
        return { [site, passed = context.passedChild] state, action in
            guard let childAction = extract(action), !passed.isChild(link) else {
                return parent(&state, action)
            }
            var effect = Effect<Parent.Action>.none
            let isThere = modify(&state) {
                effect = child.function($0)(&$0, childAction).scoped(embed, link: link, of: $0, identity)
            }
            guard isThere else {
                context.reportAbsentChild(
                    "\(typeName(Child.State.self)) in a case of \(typeName(Parent.State.self))",
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

extension IfCaseLetReducer {
    /// What looks at changes of the child, in the parent's state.
    @inlinable
    static func changes(
        _ child: ResolvedChild<Child.State, Child.Action>,
        _ path: StateCasePath<Parent.State, Child.State>,
        _ link: StateLink,
        _ embed: @escaping (Child.Action) -> Parent.Action?
    ) -> ChangeHook<Parent.State, Parent.Action> {
        ChangeHook(
            willReduce: child.looksBefore ? { child.willReduce(path.read($0)) } : nil,
            prime: { child.prime(path.read($0)) },
            isDue: { child.isDue(path.read($0)) },
            run: { state in
                var effect = Effect<Parent.Action>.none
                _ = path.modify(&state) {
                    effect = child.hooks.run(&$0).scoped(embed, link: link, of: $0, child.identity)
                }
                return effect
            },
            reset: child.hooks.reset
        )
    }

    /// The feedbacks of the child in one piece of the parent's state.
    @inlinable
    static func hook(
        _ child: ResolvedChild<Child.State, Child.Action>,
        _ path: StateCasePath<Parent.State, Child.State>,
        _ link: StateLink,
        _ embed: @escaping (Child.Action) -> Parent.Action?
    ) -> FeedbackHook<Parent.State, Parent.Action> {
        let feedbacks = PresentFeedbacks(child.identity, child.feedbacks)
        return FeedbackHook(
            isDue: { feedbacks.isDue(path.read($0)) },
            update: { state in
                var effect = Effect<Parent.Action>.none
                let isThere = path.modify(&state) {
                    effect = feedbacks.update(&$0).scoped(embed, link: link, of: $0, child.identity)
                }
                if !isThere { feedbacks.forget() }
                return effect
            },
            isIdle: { feedbacks.isIdle }
        )
    }
}

extension Reducer {
    /// Runs a child on the payload of one case of an enum, while the enum is in that case.
    ///
    /// ```swift
    /// Reduce { state, action in … }
    ///     .ifCaseLet(\.path.detail, action: \.detail) { Detail() }
    /// ```
    /// The payload is changed in place, and the enum needs no `empty` case for it. The child runs before this
    /// reducer. An action for a child whose case is not the current one changes nothing in it and is a
    /// diagnostic (law 7). The child's effects end when the enum leaves the case, or its payload is replaced by one
    /// with another `id` (law 8).
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - action: The case that holds the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        action: CaseKeyPath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfCaseLetReducer<Self, Child> where Action: CasePathable {
        ifCaseLet(
            statePath: StateRoot<State>()[keyPath: state],
            actionPath: CasePath(action),
            child: child,
            fileID: fileID,
            line: line
        )
    }

    /// Runs a child on the payload of one case of an enum; the actions are given as a case path.
    ///
    /// - Parameters:
    ///   - state: The case: `\.detail` where the state is the enum, `\.path.detail` where it holds the enum.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        _ state: StateCaseKeyPath<State, ChildState>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfCaseLetReducer<Self, Child> {
        ifCaseLet(
            statePath: StateRoot<State>()[keyPath: state],
            actionPath: actionPath,
            child: child,
            fileID: fileID,
            line: line
        )
    }

    /// Runs a child on the payload of one case of an enum; both paths are given as values.
    ///
    /// - Parameters:
    ///   - statePath: The path to the payload.
    ///   - actionPath: The path to the child's actions.
    ///   - child: The child's reducer.
    ///   - fileID: The file of the call, for diagnostics.
    ///   - line: The line of the call, for diagnostics.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
        statePath: StateCasePath<State, ChildState>,
        actionPath: CasePath<Action, ChildAction>,
        @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
        fileID: String = #fileID,
        line: UInt = #line
    ) -> IfCaseLetReducer<Self, Child> {
        IfCaseLetReducer(
            parent: self,
            child: child(),
            state: statePath,
            action: ActionScope(actionPath),
            site: SourceSite(fileID: fileID, line: line)
        )
    }
}
