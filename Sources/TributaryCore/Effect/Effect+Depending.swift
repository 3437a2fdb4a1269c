// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Effect {
    /// The effect, run with the dependencies of a subtree.
    @usableFromInline
    func depending(on dependencies: Dependencies) -> Effect {
        isNone ? self : Effect(DependingEffect(self, dependencies))
    }
}

/// An effect of a subtree whose dependencies differ from its store's.
private final class DependingEffect<Action>: EffectOperation<Action> {
    private let effect: Effect<Action>
    private let dependencies: Dependencies

    init(_ effect: Effect<Action>, _ dependencies: Dependencies) {
        self.effect = effect
        self.dependencies = dependencies
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        var context = context
        context.dependencies = dependencies
        effect.perform(in: context, completion: completion)
    }
}
