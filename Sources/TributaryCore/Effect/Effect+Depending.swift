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

/// The channel from an effect with a subtree's dependencies to a store with other ones.
///
/// The turn that an action starts runs within the effect's task. What is reduced there belongs to the whole store, so
/// the subtree's dependencies do not apply meanwhile.
final class SubtreeChannel: EffectChannel {
    private let channel: any EffectChannel
    private let outer: Dependencies?

    /// - Parameter channel: The channel for effects with the store's own dependencies, which apply here.
    init(_ channel: any EffectChannel) {
        self.channel = channel
        outer = .overriding
    }

    var isCancelled: Bool { channel.isCancelled }

    func destination<Action>(of operation: SendOperation<Action>) -> (any Actor)? {
        channel.destination(of: operation)
    }

    func deliver<Action>(
        _ operation: sending SendOperation<Action>,
        by way: EffectWay<Action>,
        on actor: consuming isolated any Actor
    ) async {
        deliver(operation.action, by: way)
    }

    func deliver<Action>(_ action: Action, by way: EffectWay<Action>) {
        Dependencies.$overriding.withValue(outer) { channel.deliver(action, by: way) }
    }

    func report(_ diagnostic: Diagnostic) { channel.report(diagnostic) }
}
