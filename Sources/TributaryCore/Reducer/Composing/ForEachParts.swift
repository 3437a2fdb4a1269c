// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What a `ForEachReducer` is made of, and how it becomes a function.
@usableFromInline
struct ForEachParts<Parent: Reducer, ID: Hashable & SendableMetatype, Child: Reducer> {
    @usableFromInline let parent: Parent
    @usableFromInline let child: Child
    @usableFromInline let state: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>
    @usableFromInline let action: ActionScope<Parent.Action, IdentifiedAction<ID, Child.Action>>
    @usableFromInline let site: SourceSite

    @inlinable
    init(
        parent: Parent,
        child: Child,
        state: WritableKeyPath<Parent.State, IdentifiedArray<ID, Child.State>>,
        action: ActionScope<Parent.Action, IdentifiedAction<ID, Child.Action>>,
        site: SourceSite
    ) {
        self.parent = parent
        self.child = child
        self.state = state
        self.action = action
        self.site = site
    }

    /// All of them, as one function.
    @inlinable
    func resolve(in context: ReducerContext) -> ReducerFunction<Parent.State, Parent.Action> {
        let parent = parent.resolve(in: context)
        let child = ResolvedChild(Child.self, in: context) { [child] in child.resolve(in: $0) }
        let property = StateScope(state)
        let extract = action.extract
        let embed = action.embed
        let link = TypedStateLink<Parent.State, Child.State> { [state] parent, element, body in
            guard let id = element?.base as? ID else { return false }
            return parent[keyPath: state][id: id].map(body) != nil
        }
        context.feedbacks(Parent.State.self, Parent.Action.self)?.append(
            isNeeded: { child.hasFeedbacks },
            make: { Self.hook(child, property, link, embed) }
        )
        return { [site, keyPath = self.state, passed = context.passedChild] state, action in
            guard case .element(let id, let childAction)? = extract(action), !passed.isRow(id, link) else {
                return parent(&state, action)
            }
            let effect = property.modifyRow(&state, id) { row in
                let function = child.function(row)
                guard !child.hooks.isEmpty else { return function(&row, childAction) }
                // The rows share their hooks, so what these saw last may have been another row.
                child.hooks.prime(row)
                let effect = function(&row, childAction)
                return effect.merge(with: child.hooks.run(&row))
            }
            guard let effect else {
                context.reportAbsentChild(
                    "\(typeName(Child.State.self)) with the identifier \(id) at \(propertyName(keyPath))",
                    action: action,
                    site: site
                )
                return parent(&state, action)
            }
            if effect.isNone { return parent(&state, action) }
            return effect.scoped(
                { embed(.element(id: id, action: $0)) },
                link: link,
                element: AnyHashable(id)
            )
            .merge(with: parent(&state, action))
        }
    }
}

extension ForEachParts {
    /// The feedbacks of the rows in one piece of the parent's state.
    @inlinable
    static func hook(
        _ child: ResolvedChild<Child.State, Child.Action>,
        _ property: StateScope<Parent.State, IdentifiedArray<ID, Child.State>>,
        _ link: StateLink,
        _ embed: @escaping (IdentifiedAction<ID, Child.Action>) -> Parent.Action?
    ) -> FeedbackHook<Parent.State, Parent.Action> {
        let feedbacks = RowFeedbacks<ID, Child.State, Child.Action>(makeGroup: child.feedbacks)
        return FeedbackHook(
            isDue: { state in
                var isDue = false
                property.read(state) { isDue = feedbacks.isDue($0) }
                return isDue
            },
            update: { state in
                property.modify(&state) { rows in
                    feedbacks.update(&rows) { effect, id in
                        effect.scoped(
                            { embed(.element(id: id, action: $0)) },
                            link: link,
                            element: AnyHashable(id)
                        )
                    }
                }
            },
            isIdle: { feedbacks.isIdle }
        )
    }
}
