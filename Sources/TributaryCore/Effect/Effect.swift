// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Work that a reducer returns, described as a value: nothing runs until a store performs it.
///
/// An action without effects costs nothing here: `none` is an empty value, and composed reducers pass it on without
/// allocating. Effects live with their state: they end when their child's state goes away, when their identifier is
/// cancelled, and when their store closes or is released (law 8).
public struct Effect<Action> {
    /// A single reference, so that reducers that pass on `none` pass on a null pointer.
    @usableFromInline package let operation: EffectOperation?

    @inlinable
    init(_ operation: EffectOperation?) { self.operation = operation }

    @inlinable
    init(_ kind: CompositeOperation.Kind) { operation = CompositeOperation(kind) }

    /// Whether there is nothing to do.
    @inlinable
    package var isNone: Bool { operation == nil }
}

extension Effect {
    /// No work at all.
    @inlinable
    public static var none: Effect { Effect(nil) }

    /// Sends an action in the same turn, after the actions that already wait.
    ///
    /// It is a follow-up, not a task: it costs an entry in the queue, and no suspension.
    @inlinable
    public static func send(_ action: Action) -> Effect { Effect(SendOperation(action)) }
}

extension Effect {
    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

    /// Starts all effects, in this order, without waiting for one another.
    public static func merge(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.compactMap(\.operation)
        return present.count > 1 ? Effect(.merge(present)) : Effect(present.first)
    }

    /// Starts this effect, then the other, without waiting.
    ///
    /// Costs nothing when either is `none`.
    @inlinable
    public func merge(with other: Effect) -> Effect {
        guard let operation else { return other }
        guard let following = other.operation else { return self }
        return Effect(.merge([operation, following]))
    }

    /// Starts each effect when the one before it has ended.
    ///
    /// Cancelling the whole sequence also drops the effects that have not started.
    public static func concatenate(_ effects: Effect...) -> Effect { concatenate(effects) }

    /// Starts each effect when the one before it has ended.
    public static func concatenate(_ effects: some Sequence<Effect>) -> Effect {
        let present = effects.compactMap(\.operation)
        return present.count > 1 ? Effect(.concatenate(present)) : Effect(present.first)
    }

    /// Starts the other effect when this one has ended.
    public func concatenate(with other: Effect) -> Effect { .concatenate(self, other) }
}

extension Effect {
    /// Turns the actions that the effect sends into actions of a parent.
    ///
    /// - Parameter transform: Embeds an action, most often in a case: `.map(Action.settings)`. It runs on the store's
    ///   actor, once per action sent.
    /// - Returns: The effect with the parent's actions.
    public func map<NewAction>(_ transform: @escaping (Action) -> NewAction) -> Effect<NewAction> {
        scoped({ transform($0) }, link: nil)
    }

    /// Turns a child's actions into its parent's, drops those for which it gets `nil`, and ends the effect when the
    /// child's state goes away.
    @inlinable
    func scoped<NewAction>(
        _ transform: @escaping (Action) -> NewAction?,
        link: StateLink?,
        element: AnyHashable? = nil
    ) -> Effect<NewAction> {
        guard let operation else { return Effect<NewAction>(nil) }
        // An effect only sends its own actions.
        let embed: EffectEmbedding = { sent in
            transform(unsafeDowncast(sent, to: SendOperation<Action>.self).action).map { SendOperation($0) }
        }
        return Effect<NewAction>(.embedded(operation, embed, link: link, element: element))
    }

    /// Turns a child's actions into its parent's, and ends the effect when this state of the child goes away.
    @inlinable
    func scoped<NewAction, State>(
        _ transform: @escaping (Action) -> NewAction?,
        link: StateLink,
        of state: State,
        _ identity: StateIdentity<State>?
    ) -> Effect<NewAction> {
        guard !isNone else { return Effect<NewAction>(nil) }
        return scoped(transform, link: link, element: identity?.id(of: state))
    }

    /// The effect, run with the dependencies of a subtree.
    @usableFromInline
    func depending(on dependencies: Dependencies) -> Effect {
        operation.map { Effect(.depending($0, dependencies)) } ?? self
    }

    /// The effect, as an effect of a companion.
    ///
    /// The task of the action during which it begins neither waits for it nor cancels it. `flush` waits for it.
    package func heldByCompanion() -> Effect { operation.map { Effect(.heldByCompanion($0)) } ?? self }

    /// An effect that is made when it is performed, on the store's actor, in the turn that returned it.
    ///
    /// Use it for work that has to begin before the sender continues, such as subscribing to events.
    ///
    /// - Parameter make: Makes the effect.
    /// - Returns: The effect.
    package static func deferred(_ make: @escaping () -> Effect) -> Effect {
        Effect(.deferred { make().operation })
    }
}
