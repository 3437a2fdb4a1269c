// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Called when an effect has ended or was dropped, on the actor of its store.
package typealias EffectCompletion = () -> Void

/// Performs effects.
///
/// The runtime has the performer that starts tasks. Effects only call it.
package protocol EffectPerformer {
    func begin<Action>(
        _ work: EffectWork<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    )

    func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime)

    /// The lifetime of a child's state below its parent's.
    func lifetime(of link: StateLink, under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime

    func perform<Action>(
        _ kind: CompositeOperation<Action>.Kind,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    )

    /// Performs an effect that belongs to a companion, and to no action.
    func performHeld<Action>(
        _ effect: Effect<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    )
}

extension Effect {
    /// Performs the effect.
    package func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        if let operation {
            operation.perform(in: context, completion: completion)
        } else {
            completion?()
        }
    }
}

/// The context in which an effect is performed: how its actions reach the store, and what it lives with.
package struct EffectContext<Action> {
    var performer: any EffectPerformer
    package let lifetime: EffectLifetime
    package var identifiers: [AnyHashable] = []

    /// The policies by which its operations are retried, the innermost first.
    package var retries: [EffectRetry] = []

    /// The dependencies of the innermost subtree that overrides its store's.
    ///
    /// Set from the outside in, so the last one set counts.
    package var dependencies: Dependencies?

    /// The group of the action that the effect follows from.
    let group: AnyObject

    /// The entry of that action, where entries are recorded.
    let cause: Int?

    /// Delivers an action to the store.
    package let way: EffectWay<Action>

    /// Whether only the end of the state ends the effect, and not the task of the action that began it.
    package var belongsToState = false

    /// The context of a child's effect.
    func embedded<ChildAction>(
        _ transform: @escaping (ChildAction) -> Action?,
        link: StateLink?,
        element: AnyHashable?
    ) -> EffectContext<ChildAction> {
        EffectContext<ChildAction>(
            performer: performer,
            lifetime: link.map { performer.lifetime(of: $0, under: lifetime, element: element) } ?? lifetime,
            identifiers: identifiers,
            retries: retries,
            dependencies: dependencies,
            group: group,
            cause: cause,
            way: EffectWay { [way] in if let action = transform($0) { way(action, from: $1) } }
        )
    }

    /// Sends an action on behalf of the piece of state that the effect lives with.
    package func send(_ action: Action) {
        let waiting = lifetime.isRoot ? nil : lifetime
        way(action, from: EffectSender(group: group, cause: cause, lifetime: waiting))
    }

    /// The context of an effect with one more identifier.
    func identified(by identifier: AnyHashable) -> EffectContext {
        var context = self
        context.identifiers.append(identifier)
        return context
    }
}

extension EffectContext {
    /// The context in which a test performs the effects of a whole state.
    package init(_ performer: any EffectPerformer, _ lifetime: EffectLifetime, _ way: EffectWay<Action>) {
        self.init(performer: performer, lifetime: lifetime, group: lifetime, cause: nil, way: way)
    }
}
