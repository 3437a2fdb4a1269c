// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Performs the effects of one action, and of what follows from it: takes them apart down to single tasks.
struct EffectPerformance: EffectPerformer {
    let runner: EffectRunner
    let group: EffectGroup

    /// What may cancel the effects that belong to no action, beside their state.
    var holder: EffectGroup?

    func perform<Action>(
        _ effect: Effect<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        switch effect.operation?.kind {
        case nil:
            completion?()
        case .send(let action):
            context.deliver(action)
            completion?()
        case .run(let work):
            let holder = context.belongsToState ? holder : group
            runner.begin(work, in: context, group: group, holder: holder, completion: completion)
        case .merge(let effects):
            merge(effects, in: context, completion: completion)
        case .concatenate(let effects):
            concatenate(effects, in: context, completion: completion)
        case .cancel(let identifier):
            runner.cancel(identifier, within: context.lifetime)
            completion?()
        case .cancellable(let effect, let identifier, let cancelInFlight):
            if cancelInFlight { runner.cancel(identifier, within: context.lifetime) }
            var context = context
            context.identifiers.append(identifier)
            perform(effect, in: context, completion: completion)
        case .embedded(let effect):
            effect.perform(in: context, completion: completion)
        }
    }

    private func merge<Action>(
        _ effects: [Effect<Action>],
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        guard let completion else {
            for effect in effects { perform(effect, in: context, completion: nil) }
            return
        }
        var remaining = effects.count
        for effect in effects {
            perform(effect, in: context) {
                remaining -= 1
                if remaining == 0 { completion() }
            }
        }
    }

    private func concatenate<Action>(
        _ effects: [Effect<Action>],
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        let number = runner.beginSequence(identifiers: context.identifiers, lifetime: context.lifetime)
        group.enter()
        continueSequence(number, effects[...], in: context) { [runner, group] in
            runner.end(number)
            completion?()
            group.leave()
        }
    }

    /// Performs the first of the remaining effects, then the others.
    private func continueSequence<Action>(
        _ number: Int,
        _ effects: ArraySlice<Effect<Action>>,
        in context: EffectContext<Action>,
        completion: @escaping EffectCompletion
    ) {
        guard runner.isActive(number), let effect = effects.first else { return completion() }
        perform(effect, in: context) {
            continueSequence(number, effects.dropFirst(), in: context, completion: completion)
            // What a later part begins is started here: no action is at work that would do it.
            runner.startBegun()
        }
    }
}
