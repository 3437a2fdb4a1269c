// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Performs the effects of one action, and of what follows from it: takes them apart into single tasks.
///
/// An effect with parts (a sequence, a time limit) begins as a whole. The whole runs no task of its own, but it can
/// be cancelled between two of its parts. A completion, called on the machine's actor, tells it that a part has
/// ended.
struct EffectPerformance: EffectPerformer {
    let runner: EffectRunner
    let group: EffectGroup

    /// The group that may cancel the effects that belong to a piece of state rather than to an action.
    var holder: EffectGroup?

    func cancel(_ identifier: AnyHashable, within lifetime: EffectLifetime) {
        runner.cancel(identifier, within: lifetime)
    }

    func lifetime(of link: StateLink, under parent: EffectLifetime, element: AnyHashable?) -> EffectLifetime {
        runner.performing { link.lifetime(under: parent, element: element) }
    }

    func perform<Action>(
        _ kind: CompositeOperation<Action>.Kind,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        switch kind {
        case .merge(let effects):
            merge(effects, in: context, completion: completion)
        case .concatenate(let effects):
            concatenate(effects, in: context, completion: completion)
        case .cancel(let identifier):
            cancel(identifier, within: context.lifetime)
            completion?()
        case .limited(let effect, let identifier, let policy):
            limit(effect, identifier, policy, in: context, completion: completion)
        case .delayed(let effect, let timer):
            delay(effect, timer, in: context, completion: completion)
        case .throttled(let effect, let identifier, let timer, let latest):
            throttle(effect, identifier, timer, latest: latest, in: context, completion: completion)
        case .timed(let effect, let timer, let timeout):
            time(effect, timer, timeout, in: context, completion: completion)
        case .retried(let effect, let retry):
            var context = context
            context.retries.insert(retry, at: 0)
            effect.perform(in: context, completion: completion)
        }
    }

    func performHeld<Action>(
        _ effect: Effect<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        var context = context
        let holder = holder ?? group
        context.performer = EffectPerformance(runner: runner, group: holder, holder: holder)
        // It comes to an end, so that `flush` can wait for it.
        runner.deferring(EffectGroup()) { effect.perform(in: context, completion: completion) }
    }

    func begin<Action>(
        _ work: EffectWork<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        var work = work
        for retry in context.retries { work = work.retrying(retry) }
        if let dependencies = context.dependencies { work = work.with(dependencies: dependencies) }
        // Deferred work comes to an end. A stream lasts until it is cancelled, so it is no part of deferred work.
        let deferral = work.isStream || context.belongsToState ? nil : runner.deferral
        _ = runner.deferring(deferral) {
            runner.begin(
                work,
                identifiers: context.identifiers,
                lifetime: context.lifetime,
                group: group,
                holder: context.belongsToState ? .other(holder) : .group,
                cause: context.cause,
                way: way(of: context, deferral),
                completion: completion
            )
        }
    }

    /// How an effect delivers its actions.
    ///
    /// What follows from them is part of the same deferred work.
    private func way<Action>(of context: EffectContext<Action>, _ deferral: EffectGroup?) -> EffectWay<Action>
    {
        guard let deferral else { return context.way }
        return EffectWay { [weak runner, way = context.way] action, sender in
            runner?.deferring(deferral) { way(action, from: sender) }
        }
    }

    private func merge<Action>(
        _ effects: [Effect<Action>],
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        let effects = Effect.flattened(effects, \.merged)
        guard let completion else {
            for effect in effects { effect.perform(in: context, completion: nil) }
            return
        }
        var remaining = effects.count
        for effect in effects {
            effect.perform(in: context) {
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
        let whole = runner.beginWhole(identifiers: context.identifiers, lifetime: context.lifetime)
        let sequence = EffectSequence(
            Effect.flattened(effects, \.concatenated),
            in: context,
            isGoingOn: { [runner, group] in runner.isActive(whole) && !group.isCancelled },
            completion: { [runner] in
                runner.end(whole)
                completion?()
            }
        )
        sequence.proceed()
    }
}
