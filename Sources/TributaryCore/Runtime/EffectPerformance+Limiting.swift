// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension EffectPerformance {
    /// Performs an effect when its policy allows it.
    func limit<Action>(
        _ effect: Effect<Action>,
        _ identifier: AnyHashable,
        _ policy: EffectPolicy,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        if policy.limit < 1 {
            runner.port.reporter.report(
                .belowOne("The policy of the effects under \(identifier)", allows: policy.limit, site: nil)
            )
        }
        let context = context.identified(by: identifier)
        let cause = WaitCause.place(identifier)
        admit(identifier, for: .policy, policy, cause, in: context, completion: completion) { whole, end in
            effect.perform(in: context.identified(by: AnyHashable(whole)), completion: end)
        }
    }

    /// Performs an effect unless too little time has passed since the last one under its identifier.
    func throttle<Action>(
        _ effect: Effect<Action>,
        _ identifier: AnyHashable,
        _ timer: EffectTimer,
        latest: Bool,
        in context: EffectContext<Action>,
        completion: EffectCompletion?
    ) {
        // The policy limits the windows: one is open at a time. The effect itself may take longer.
        let policy = EffectPolicy.atMost(1, whenFull: latest ? .queueLatest : .refuse)
        let context = context.identified(by: identifier)
        let cause = WaitCause.time(timer.site)
        admit(identifier, for: .throttle, policy, cause, in: context, completion: completion) { window, _ in
            _ = runner.deferring(nil) {
                let wait = timer.start(with: dependencies(in: context))
                return runner.begin(
                    // A test that gives no clock was told so. The window must not stay open for ever.
                    EffectWork.wait { do { try await wait() } catch is UnimplementedError {} },
                    identifiers: context.identifiers,
                    lifetime: context.lifetime,
                    // No group waits for a window to close.
                    group: nil,
                    way: EffectWay { [runner] _, _ in runner.proceed { runner.end(window) } },
                    completion: nil
                )
            }
            runner.deferring(runner.deferral ?? EffectGroup()) {
                effect.perform(in: context, completion: completion)
            }
        }
    }

    /// Begins something now, later or never, as a policy says.
    ///
    /// - Parameters:
    ///   - identifier: What the policy counts under.
    ///   - purpose: What is counted.
    ///   - policy: The policy.
    ///   - cause: What it waits for, if it has to wait.
    ///   - context: The context of the effect.
    ///   - completion: Called when it has ended or was dropped.
    ///   - start: Begins it as the whole with a number. The closure that it gets ends the whole.
    private func admit<Action>(
        _ identifier: AnyHashable,
        for purpose: EffectPurpose,
        _ policy: EffectPolicy,
        _ cause: WaitCause,
        in context: EffectContext<Action>,
        completion: EffectCompletion?,
        start: @escaping (EffectNumber, @escaping EffectCompletion) -> Void
    ) {
        let admission = runner.request(
            identifier,
            for: purpose,
            policy: policy,
            identifiers: context.identifiers,
            lifetime: context.lifetime
        )
        func end(_ whole: EffectNumber) -> EffectCompletion {
            { [runner] in
                runner.end(whole)
                completion?()
            }
        }
        switch admission {
        case .refused: completion?()
        case .begins(let whole, _): start(whole, end(whole))
        case .waits(let whole, _):
            let gate = runner.gate(for: whole)
            wait(
                { await gate.wait() },
                cause,
                identifiers: context.identifiers + CollectionOfOne(AnyHashable(whole)),
                in: context,
                dropped: end(whole),
                then: { start(whole, end(whole)) }
            )
        }
    }
}
