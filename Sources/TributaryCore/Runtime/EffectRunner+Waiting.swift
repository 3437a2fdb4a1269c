// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Effects that begin later, in their turn, or not at all.
extension EffectRunner {
    /// Performs an effect after some time.
    func delay(_ operation: EffectOperation, _ timer: EffectTimer, in context: EffectContext) {
        let time = timer.start(dependencies(in: context))
        wait(.time(timer.site), time, in: context) { runner, wait, early in
            runner.takePlace(of: wait, operation, in: context, deferral: early ?? EffectGroup())
        }
    }

    /// Begins a task that waits on behalf of an effect.
    @discardableResult
    private func wait(
        _ cause: EffectWait.Cause,
        _ wait: @escaping @Sendable () async throws -> Void,
        in context: EffectContext,
        isTold: Bool = true,
        due: @escaping (EffectRunner, EffectRecord, _ early: EffectGroup?) -> Void
    ) -> EffectRecord? {
        // No deferred work: only the effect waits for it.
        let work = EffectWork(isStream: true, wait: EffectWait(cause: cause, due: due)) { channel, _ in
            try await wait()
            await (channel as? RunningEffect)?.tellDue()
        }
        return begin(work, in: context, group: context.group, isTold: isTold)
    }

    /// Performs an effect after its wait: its parent waits for it, and no longer for the wait.
    private func takePlace(
        of wait: EffectRecord,
        _ operation: EffectOperation,
        in context: EffectContext,
        deferral: EffectGroup?
    ) {
        wait.isTold = false
        var context = context
        context.deferral = deferral
        perform(operation, in: context)
    }

    /// The dependencies of the subtree whose effect is performed, or of the store.
    private func dependencies(in context: EffectContext) -> Dependencies {
        context.dependencies ?? dependencies
    }

    /// Performs an effect when its policy allows it.
    ///
    /// - Returns: The effect, if it begins at once.
    func limit(
        _ operation: EffectOperation,
        _ identifier: AnyHashable,
        _ policy: EffectPolicy,
        _ window: EffectTimer?,
        in context: inout EffectContext
    ) -> EffectOperation? {
        if policy.limit < 1 {
            dependencies.diagnosticReporter.report(
                .belowOne("The policy of the effects under \(identifier)", allows: policy.limit, site: nil)
            )
        }
        // The windows of a throttle are counted apart from the effects of a policy.
        if window != nil { name(identifier, in: &context) }
        removeEnded()
        let admission = change { [context] in
            $0.request(
                EffectLimit.Key(identifier, isOfWindows: window != nil, in: context.place),
                policy: policy,
                in: context.parent,
                place: context.place,
                identifier: window == nil ? identifier : nil,
                &$1
            )
        }
        guard let admission else {
            endPart(of: context.parent)
            return nil
        }
        let record = admission.record
        let inside = context.inside(record)
        if admission.waits {
            let gate = EffectGate()
            record.content = gate
            wait(window.map { .time($0.site) } ?? .place(identifier), { await gate.wait() }, in: inside) {
                [context] runner, wait, early in
                guard let window else {
                    // An effect that waits for a place stays part of the deferred work it belongs to.
                    return runner.takePlace(of: wait, operation, in: inside, deferral: inside.deferral)
                }
                runner.open(record, window, in: context)
                runner.takePlace(of: wait, operation, in: context, deferral: early ?? EffectGroup())
            }
            return nil
        }
        if let window {
            open(record, window, in: context)
            context.deferral = context.deferral ?? EffectGroup()
        } else {
            context = inside
        }
        return operation
    }

    /// Begins the time in which no other effect begins; the parent in the context waits for the effect, and not for that.
    private func open(_ window: EffectRecord, _ timer: EffectTimer, in context: EffectContext) {
        window.isTold = false
        let time = timer.start(dependencies(in: context))
        // A missing clock was reported. The window must not stay open forever.
        let clock = EffectWork(isStream: true, wait: EffectWait(cause: .end) { _, _, _ in }) { _, _ in
            do { try await time() } catch is UnimplementedError {}
        }
        // No group waits for a window to close.
        begin(clock, in: context.inside(window), group: nil)
    }

    /// Begins an effect that must end within some time: the parent in the context from now on.
    func time(_ timer: EffectTimer, _ timeout: EffectTimeout, in context: inout EffectContext) {
        let whole = begin(.whole, in: context)
        wait(timer.start(dependencies(in: context)), for: whole, timeout, in: context)
        context = context.inside(whole)
    }

    private func wait(
        _ wait: @escaping @Sendable () async throws -> Void,
        for whole: EffectRecord,
        _ timeout: EffectTimeout,
        in context: EffectContext
    ) {
        var inside = context
        inside.parent = whole
        let clock = self.wait(.end, wait, in: inside, isTold: false) { runner, wait, _ in
            runner.removeEnded()
            guard whole.isActive else { return }
            let parts = runner.operations(of: whole).filter { $0 !== wait }
            // The parts have ended in time and are on the way: look again after they had time to arrive.
            if !parts.isEmpty, parts.allSatisfy(\.hasEnded) {
                return runner.wait({}, for: whole, timeout, in: context)
            }
            runner.deferring(context.deferral) { runner.end(whole, parts, by: timeout, in: context) }
        }
        whole.clock = clock
    }

    /// Ends an effect that took too long.
    private func end(
        _ whole: EffectRecord,
        _ parts: [RunningEffect],
        by timeout: EffectTimeout,
        in context: EffectContext
    ) {
        // It takes the place of the effect, and keeps that in the tree of lifetimes meanwhile.
        let answer = begin(.whole, in: context)
        whole.isTold = false
        let cancelled = parts.filter { !$0.isCancelled && !$0.hasEnded }
        cancel(whole)
        switch timeout {
        case .sends(let operation): send(operation, in: context)
        case .fails(let error, let site):
            var hasAnswer = false
            for effect in cancelled {
                guard let work = effect.work, work.wait == nil else { continue }
                hasAnswer = true
                answer.pending += 1
                var inside = context.inside(answer)
                (inside.way, inside.dependencies) = (effect.way, effect.dependencies)
                begin(work, in: inside, group: effect.group, failure: error)
            }
            if !hasAnswer { dependencies.diagnosticReporter.report(.uncaught(error, site: site)) }
        }
        endPart(of: answer)
    }

    /// Begins the effects that wait for their time.
    ///
    /// - Returns: The groups of that work, and of deferred work that runs already. Each also waits for the effects that
    ///   follow.
    func beginWaiting() -> [EffectGroup] {
        removeEnded()
        var begun = groups(\.deferral)
        for effect in operations() {
            // An effect that has begun may have cancelled the next.
            guard effect.isActive, !effect.isCancelled, let wait = effect.work?.wait as? EffectWait,
                case .time = wait.cause
            else { continue }
            let group = EffectGroup()
            begun.append(group)
            wait.due(self, effect, group)
            // Afterwards, so that its place in the tree of lifetimes is kept meanwhile.
            cancel(effect)
        }
        startBegun()
        return begun
    }

    /// The groups of the effects that run or wait.
    var unfinishedGroups: [EffectGroup] {
        removeEnded()
        return groups(\.group)
    }

    /// The groups of one kind of the running effects, each once.
    private func groups(_ group: (RunningEffect) -> EffectGroup?) -> [EffectGroup] {
        var known: Set<ObjectIdentifier> = []
        return operations().compactMap(group).filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    /// Reports the effects that wait and are about to be dropped.
    func reportWaiting(of state: Any.Type) {
        let dropped = operations().compactMap { effect -> EffectWait.Cause? in
            guard !effect.isCancelled, let cause = (effect.work?.wait as? EffectWait)?.cause else {
                return nil
            }
            if case .end = cause { return nil }
            return cause
        }
        guard let first = dropped.first else { return }
        let subject = dropped.count == 1 ? "An effect" : "\(dropped.count) effects"
        let (place, site): (String, SourceSite?) =
            switch first {
            case .place(let identifier): ("for a place under \(identifier)", nil)
            case .time(let site): ("for the time given there", site)
            case .end: ("", nil)
            }
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .effectsDroppedByClose,
                message: """
                    \(subject) had not begun when the store of \(state) was closed, and \
                    \(dropped.count == 1 ? "was dropped: it" : "were dropped: the first") waited \(place).
                    """,
                remedy: """
                    Before `close()`, wait with `await store.flush()`, which lets delayed work begin at once, or with \
                    `finish()`; or cancel effects that should not run.
                    """,
                site: site
            )
        )
    }
}

/// A wait for a time or a place on behalf of an effect.
///
/// It is a task, so that the effect inherits the task-local values of the sender.
struct EffectWait {
    /// The reason for the wait.
    enum Cause {
        /// An amount of time, requested at this site.
        case time(SourceSite)
        /// A place among the effects under an identifier.
        case place(AnyHashable)
        /// The end of the time that something may take, or of a throttle's window: nothing has to begin then.
        case end
    }

    let cause: Cause

    /// Called on the store's actor when the wait is over.
    ///
    /// `early` is the deferred work that the effect becomes a part of if `flush` ends the wait.
    let due: (EffectRunner, _ wait: EffectRecord, _ early: EffectGroup?) -> Void
}
