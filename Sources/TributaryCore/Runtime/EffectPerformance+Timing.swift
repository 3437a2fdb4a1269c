// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What an effect waits for before it begins.
enum WaitCause {
    /// An amount of time, which the program asked for at this site.
    case time(SourceSite)
    /// A place among the effects under an identifier.
    case place(AnyHashable)

    var isTime: Bool { if case .time = self { true } else { false } }
}

extension EffectPerformance {
    /// The dependencies of the subtree whose effect is performed, or of the store.
    func dependencies<Action>(in context: EffectContext<Action>) -> Dependencies {
        context.dependencies ?? runner.port.dependencies
    }

    /// Performs an effect after some time.
    func delay<Action>(
        _ effect: Effect<Action>,
        _ timer: EffectTimer,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        wait(
            timer.start(with: dependencies(in: context)),
            .time(timer.site),
            identifiers: context.identifiers,
            in: context,
            dropped: completion
        ) {
            effect.perform(in: context, completion: completion)
        }
    }

    /// Starts a task that waits for something, and then goes on.
    ///
    /// The task is made now, so that it has the task-local values of the sender. What follows inherits them.
    ///
    /// - Parameters:
    ///   - wait: Waits.
    ///   - cause: What it waits for.
    ///   - identifiers: The identifiers by which the wait can be cancelled.
    ///   - context: The context of the effect that waits.
    ///   - dropped: Called instead of `next` when the wait was cancelled.
    ///   - next: Goes on after the wait.
    func wait<Action>(
        _ wait: @escaping @Sendable () async throws -> Void,
        _ cause: WaitCause,
        identifiers: [AnyHashable],
        in context: EffectContext<Action>,
        dropped: EffectCompletion?,
        then next: @escaping () -> Void
    ) {
        let onEnd: EffectCompletion?
        var isOver = false
        if let dropped { onEnd = { if !isOver { dropped() } } } else { onEnd = nil }
        // An effect that waits for a place stays part of the deferred work it belongs to. One that waits for its time
        // is deferred work of its own.
        let deferral = runner.deferral
        func begin(_ group: EffectGroup?) {
            isOver = true
            runner.deferring(group, next)
        }
        var number: EffectNumber?
        number = runner.deferring(nil) {
            runner.begin(
                EffectWork.wait(wait),
                identifiers: identifiers,
                lifetime: context.lifetime,
                group: group,
                way: EffectWay { [runner] _, _ in
                    runner.proceed {
                        // Released when it is not in the list any more: it may run any code.
                        let own = number.flatMap { runner.waiting.removeValue(forKey: $0) }
                        begin(cause.isTime ? EffectGroup() : deferral)
                        withExtendedLifetime(own) {}
                    }
                },
                completion: onEnd
            )
        }
        guard let number else { return }
        switch cause {
        case .time(let site):
            runner.waiting[number] = WaitingEffect(reason: .time(site))
            runner.port.effect(number)?.beginEarly = begin
        case .place(let identifier): runner.waiting[number] = WaitingEffect(reason: .policy(identifier))
        }
    }

    /// Performs an effect that must end within some time.
    func time<Action>(
        _ effect: Effect<Action>,
        _ timer: EffectTimer,
        _ timeout: EffectTimeout<Action>,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        let whole = runner.beginWhole(identifiers: context.identifiers, lifetime: context.lifetime)
        var clock: EffectNumber?
        func waitForEnd(_ wait: @escaping @Sendable () async throws -> Void) {
            clock = runner.begin(
                EffectWork.wait(wait),
                identifiers: context.identifiers,
                lifetime: context.lifetime,
                group: group,
                way: EffectWay { _, _ in
                    runner.proceed {
                        guard runner.isActive(whole) else { return }
                        // The parts have ended in time and their completion is on the way: look again after it had
                        // time to arrive.
                        guard !runner.isEnding(whole) else { return waitForEnd {} }
                        perform(timeout, of: whole, in: context, completion: completion)
                    }
                },
                completion: nil
            )
        }
        waitForEnd(timer.start(with: dependencies(in: context)))
        effect.perform(in: context.identified(by: AnyHashable(whole))) {
            guard runner.isActive(whole) else { return }
            runner.end(whole)
            if let clock { runner.cancel(clock) }
            completion?()
        }
    }

    /// Ends an effect that took too long.
    private func perform<Action>(
        _ timeout: EffectTimeout<Action>,
        of whole: EffectNumber,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        // Keep the place in the tree of lifetimes until the answer to the time-out has begun.
        let answer = runner.beginWhole(identifiers: context.identifiers, lifetime: context.lifetime)
        let cancelled = runner.cancel(whole)
        var remaining = 1
        let end = {
            remaining -= 1
            guard remaining == 0 else { return }
            runner.end(answer)
            completion?()
        }
        switch timeout {
        case .sends(let action):
            context.send(action)
        case .fails(let error, let site):
            let place = EffectFailure(
                identifiers: context.identifiers,
                lifetime: context.lifetime,
                completion: end
            )
            for effect in cancelled where effect.fail(with: error, by: runner, in: place) { remaining += 1 }
            if remaining == 1 { runner.port.reporter.report(.uncaught(error, site: site)) }
        }
        end()
    }
}
