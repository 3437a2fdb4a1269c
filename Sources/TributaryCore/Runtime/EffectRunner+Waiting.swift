// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Effects that begin later, in their turn, or not at all.
extension EffectRunner {
    /// Performs an effect after some time.
    func delay(_ operation: EffectOperation, _ timer: EffectTimer, in context: EffectContext) {
        let wait = EffectWait(
            .time(timer.site),
            timer.start(with: dependencies(in: context))
        ) { runner, number, early in
            runner.takePlace(of: number, operation, in: context, deferral: early ?? EffectGroup())
        }
        begin(wait, in: context, group: context.group)
    }

    /// Performs an effect after its wait: its parent waits for it, and no longer for the wait.
    private func takePlace(
        of wait: EffectNumber,
        _ operation: EffectOperation,
        in context: EffectContext,
        deferral: EffectGroup?
    ) {
        table.detach(wait)
        var context = context
        context.deferral = deferral
        perform(operation, in: context)
    }

    /// The dependencies of the subtree whose effect is performed, or of the store.
    private func dependencies(in context: EffectContext) -> Dependencies {
        context.dependencies ?? port.dependencies
    }

    /// Performs an effect when its policy allows it.
    func limit(
        _ operation: EffectOperation,
        _ identifier: AnyHashable,
        _ policy: EffectPolicy,
        in context: inout EffectContext
    ) -> EffectOperation? {
        if policy.limit < 1 {
            port.reporter.report(
                .belowOne("The policy of the effects under \(identifier)", allows: policy.limit, site: nil)
            )
        }
        let key = EffectLimit.Key(identifier, in: context.place)
        let admission = request(key, policy, identifier, in: context)
        guard case .begins(let number) = admission else {
            guard case .waits(let number) = admission else {
                endPart(of: context.parent)
                return nil
            }
            (context.parent, context.isAwaited) = (number, true)
            // An effect that waits for a place stays part of the deferred work it belongs to.
            waitForPlace(.place(identifier), in: context) { [context] runner, wait, _ in
                runner.takePlace(of: wait, operation, in: context, deferral: context.deferral)
            }
            return nil
        }
        (context.parent, context.isAwaited) = (number, true)
        return operation
    }

    private func request(
        _ key: EffectLimit.Key,
        _ policy: EffectPolicy,
        _ identifier: AnyHashable?,
        in context: EffectContext
    ) -> EffectAdmission {
        removeEnded()
        return change {
            $0.request(
                key,
                policy: policy,
                in: context.parent,
                place: context.place,
                identifier: identifier,
                &$1
            )
        }
    }

    /// Waits until the table lets the parent in the context begin.
    private func waitForPlace(
        _ cause: EffectWait.Cause,
        in context: EffectContext,
        due: @escaping (EffectRunner, EffectNumber, EffectGroup?) -> Void
    ) {
        let gate = EffectGate()
        if let parent = context.parent { table.set(gate, of: parent) }
        begin(EffectWait(cause, { await gate.wait() }, due: due), in: context, group: context.group)
    }

    /// Performs an effect unless too little time has passed since the last one under its identifier.
    func throttle(
        _ operation: EffectOperation,
        _ identifier: AnyHashable,
        _ timer: EffectTimer,
        latest: Bool,
        in context: inout EffectContext
    ) -> EffectOperation? {
        name(identifier, in: &context)
        // The policy limits the windows: one is open at a time. The effect itself may take longer.
        let admission = request(
            EffectLimit.Key(identifier, for: .throttle, in: context.place),
            .atMost(1, whenFull: latest ? .queueLatest : .refuse),
            nil,
            in: context
        )
        switch admission {
        case .refused:
            endPart(of: context.parent)
            return nil
        case .begins(let window):
            open(window, timer, in: context)
            context.deferral = context.deferral ?? EffectGroup()
            return operation
        case .waits(let window):
            var inside = context
            (inside.parent, inside.isAwaited) = (window, true)
            waitForPlace(.time(timer.site), in: inside) { [context] runner, wait, early in
                runner.open(window, timer, in: context)
                runner.takePlace(of: wait, operation, in: context, deferral: early ?? EffectGroup())
            }
            return nil
        }
    }

    /// Begins the time in which no other effect begins; the parent in the context waits for the effect, and not for that.
    private func open(_ window: EffectNumber, _ timer: EffectTimer, in context: EffectContext) {
        table.detach(window)
        var context = context
        (context.parent, context.isAwaited) = (window, true)
        let wait = timer.start(with: dependencies(in: context))
        // A missing clock was reported. The window must not stay open forever.
        let clock = EffectWait(.end, { do { try await wait() } catch is UnimplementedError {} }) { _, _, _ in
        }
        // No group waits for a window to close.
        begin(clock, in: context, group: nil)
    }

    /// Begins an effect that must end within some time: the parent in the context from now on.
    func time(_ timer: EffectTimer, _ timeout: EffectTimeout, in context: inout EffectContext) {
        let outer = context
        let whole = begin(.whole, in: outer)
        wait(timer.start(with: dependencies(in: outer)), for: whole, timeout, in: outer)
        (context.parent, context.isAwaited) = (whole, true)
    }

    private func wait(
        _ wait: @escaping @Sendable () async throws -> Void,
        for whole: EffectNumber,
        _ timeout: EffectTimeout,
        in context: EffectContext
    ) {
        let clock = EffectWait(.end, wait) { runner, number, _ in
            runner.removeEnded()
            guard runner.table.isActive(whole) else { return }
            let parts = runner.operations(of: whole).filter { $0.number != number }
            // The parts have ended in time and are on the way: look again after they had time to arrive.
            if !parts.isEmpty, parts.allSatisfy(\.hasEnded) {
                return runner.wait({}, for: whole, timeout, in: context)
            }
            runner.deferring(context.deferral) { runner.end(whole, parts, by: timeout, in: context) }
        }
        var inside = context
        inside.parent = whole
        if let number = begin(clock, in: inside, group: context.group, isTold: false) {
            table.set(clock: number, of: whole)
        }
    }

    /// Ends an effect that took too long.
    private func end(
        _ whole: EffectNumber,
        _ parts: [RunningEffect],
        by timeout: EffectTimeout,
        in context: EffectContext
    ) {
        // It takes the place of the effect, and keeps that in the tree of lifetimes meanwhile.
        let answer = begin(.whole, in: context)
        table.detach(whole)
        let cancelled = parts.filter { !$0.isCancelled && !$0.hasEnded }
        cancel(whole)
        switch timeout {
        case .sends(let operation): send(operation, in: context)
        case .fails(let error, let site):
            var hasAnswer = false
            for effect in cancelled {
                guard let work = effect.work, !(work is EffectWait) else { continue }
                hasAnswer = true
                table.expect(1, in: answer)
                var inside = context
                (inside.parent, inside.isAwaited) = (answer, true)
                (inside.way, inside.dependencies) = (effect.way, effect.dependencies)
                begin(work, in: inside, group: effect.group, failure: error)
            }
            if !hasAnswer { port.reporter.report(.uncaught(error, site: site)) }
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
            guard table.isActive(effect.number), !effect.isCancelled, let wait = effect.work as? EffectWait,
                case .time = wait.cause
            else { continue }
            let group = EffectGroup()
            begun.append(group)
            wait.due(self, effect.number, group)
            // Afterwards, so that its place in the tree of lifetimes is kept meanwhile.
            cancel(effect.number)
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
            guard !effect.isCancelled, let wait = effect.work as? EffectWait else { return nil }
            if case .end = wait.cause { return nil }
            return wait.cause
        }
        guard let first = dropped.first else { return }
        let subject = dropped.count == 1 ? "An effect" : "\(dropped.count) effects"
        let (place, site): (String, SourceSite?) =
            switch first {
            case .place(let identifier): ("for a place under \(identifier)", nil)
            case .time(let site): ("for the time given there", site)
            case .end: ("", nil)
            }
        port.reporter.report(
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

/// Waits for a time or a place on behalf of an effect.
///
/// It is a task, so that the effect inherits the task-local values of the sender.
///
/// Unchecked Sendable: its properties are constant, and `due` is called on the store's actor alone.
final class EffectWait: EffectWork, @unchecked Sendable {
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
    private let wait: @Sendable () async throws -> Void

    /// Called on the store's actor when the wait is over.
    ///
    /// `early` is the deferred work that the effect becomes a part of if `flush` ends the wait.
    let due: (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void

    init(
        _ cause: Cause,
        _ wait: @escaping @Sendable () async throws -> Void,
        due: @escaping (EffectRunner, _ wait: EffectNumber, _ early: EffectGroup?) -> Void
    ) {
        self.cause = cause
        self.wait = wait
        self.due = due
        // No deferred work: only the effect waits for it.
        super.init(name: nil, priority: nil, site: nil, isolation: nil, isStream: true)
    }

    override func perform(for channel: any EffectChannel, on isolation: isolated (any Actor)?) async throws {
        try await wait()
        await (channel as? RunningEffect)?.tellDue(self)
    }
}
