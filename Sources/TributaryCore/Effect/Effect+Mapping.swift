// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// Turns the actions that the effect sends into actions of a parent.
    ///
    /// - Parameter transform: Embeds an action, most often in a case: `.map(Action.settings)`. It runs on the store's
    ///   actor, once per action sent.
    /// - Returns: The effect with the parent's actions.
    @inlinable
    public func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Effect<NewAction> {
        guard !isNone else { return .none }
        return Effect<NewAction>(ChildEffect(self, { transform($0) }, link: nil, element: nil))
    }

    /// Turns the actions that the effect sends into actions of a parent; drops those for which it gets `nil`.
    func embedded<NewAction>(by transform: @escaping (Action) -> NewAction?) -> Effect<NewAction> {
        guard !isNone else { return .none }
        return Effect<NewAction>(ChildEffect(self, transform, link: nil, element: nil))
    }

    /// Turns a child's actions into its parent's, and ends the effect when the child's state goes away.
    @inlinable
    func scoped<NewAction>(
        _ transform: @escaping (Action) -> NewAction?,
        link: StateLink,
        element: AnyHashable? = nil
    ) -> Effect<NewAction> {
        guard !isNone else { return .none }
        return Effect<NewAction>(ChildEffect(self, transform, link: link, element: element))
    }
}

extension Effect {
    /// Turns a child's actions into its parent's, and ends the effect when this state of the child goes away.
    @inlinable
    func scoped<NewAction, State>(
        _ transform: @escaping (Action) -> NewAction?,
        link: StateLink,
        of state: State,
        _ identity: StateIdentity<State>?
    ) -> Effect<NewAction> {
        guard !isNone else { return .none }
        return scoped(transform, link: link, element: identity?.id(of: state))
    }
}

/// An effect of a child, with the closure that embeds its actions in those of the parent.
@usableFromInline
final class ChildEffect<ChildAction, Action>: EffectOperation<Action> {
    let child: Effect<ChildAction>
    let transform: (ChildAction) -> Action?
    let link: StateLink?
    let element: AnyHashable?

    @usableFromInline
    init(
        _ child: Effect<ChildAction>,
        _ transform: @escaping (ChildAction) -> Action?,
        link: StateLink?,
        element: AnyHashable?
    ) {
        self.child = child
        self.transform = transform
        self.link = link
        self.element = element
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        let context = context.embedded(transform, link: link, element: element)
        child.perform(in: context, completion: completion)
    }
}
