// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Effects that begin later, in their turn, or not at all.
extension EffectRunner {
    /// Performs an effect after some time; returns the wait.
    func delay(
        _ operation: EffectOperation,
        _ timer: EffectTimer,
        in context: inout EffectContext
    ) -> EffectOperation? {
        // Other deferred work does not wait for it.
        context.group = EffectGroup(deferredIn: context.group)
        let waiting = wait(timer, .time(timer.site), in: context)
        return sequence([waiting, operation], in: &context)
    }

    /// A wait for an amount of time, which counts from now on the clock of the subtree or of the store.
    private func wait(_ timer: EffectTimer, _ reason: EffectWork.Wait, in context: EffectContext)
        -> EffectWork
    {
        let time = timer.start(in: context.dependencies ?? dependencies)
        return EffectWork(isStream: true, wait: reason) { _ in try await time() }
    }

    /// Performs an effect when its policy allows it.
    ///
    /// - Returns: The effect or its wait, if either begins at once.
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
        removeEnded()
        let record = EffectRecord(.whole, in: context, under: identifier)
        guard let waits = change({ $0.request(record, policy, keepsWindow: window != nil) }) else {
            endPart(of: context.parent)
            return nil
        }
        context.parent = record
        var admitted = operation
        if let window {
            if waits || context.group?.isDeferred != true {
                context.group = EffectGroup(deferredIn: context.group)
            }
            // The time begins with the effect.
            admitted = CompositeOperation(
                .deferred { [unowned self, context] in
                    change { $0.takePlace(record) }
                    record.window = begin(wait(window, .window, in: context), in: context, isTold: false)
                    return operation
                }
            )
        } else {
            context.isAwaited = true
        }
        guard waits else { return admitted }
        let gate = EffectGroup()
        gate.enter()
        record.gate = gate
        let reason = window.map { EffectWork.Wait.time($0.site) } ?? .place(identifier)
        let waiting = EffectWork(isStream: true, wait: reason) { _ in
            await gate.finish(unlessCancelled: true)
        }
        return sequence([waiting, admitted], in: &context)
    }

    /// Begins an effect that must end within some time: the parent in the context from now on.
    func time(_ timer: EffectTimer, sending action: EffectOperation, in context: inout EffectContext) {
        let whole = begin(EffectRecord(.whole, in: context))
        whole.late = { [unowned self, unowned whole] in timeOut(whole, sending: action) }
        (context.parent, context.isAwaited) = (whole, true)
        beginClock(of: whole, wait(timer, .limit, in: context))
    }

    private func beginClock(of whole: EffectRecord, _ wait: EffectWork) {
        whole.clock = begin(wait, in: whole.inside, isTold: false)
    }

    /// Ends an effect that takes too long, and sends the action in its place.
    private func timeOut(_ whole: EffectRecord, sending action: EffectOperation) {
        removeEnded()
        guard whole.isActive else { return }
        let parts = table.operations(of: whole)
        // The parts have ended in time and are on the way: look again after they had time to arrive.
        if !parts.isEmpty, parts.allSatisfy(\.hasEnded) {
            return beginClock(of: whole, EffectWork(isStream: true, wait: .limit) { _ in })
        }
        var context = whole.inside
        context.parent = whole.parent
        whole.isTold = false
        change { $0.cancel([whole]) }
        send(action, in: context)
        endPart(of: context.parent)
    }

    /// Begins the effects that wait for their time.
    ///
    /// - Returns: The groups of deferred work that runs now. Each also waits for the effects that follow.
    func beginWaiting() -> [EffectGroup] {
        removeEnded()
        for effect in table.operations() {
            // An effect that has begun may have cancelled the next.
            guard effect.isActive, !effect.isCancelled, case .time = effect.wait else { continue }
            stop(effect)
            change { $0.end(effect) }
            goOn()
        }
        startBegun()
        return groups.filter(\.isDeferred)
    }

    /// The groups of the effects that run or wait, each once.
    var groups: [EffectGroup] {
        removeEnded()
        var known: Set<ObjectIdentifier> = []
        return table.operations().compactMap(\.context.group).filter {
            known.insert(ObjectIdentifier($0)).inserted
        }
    }

    /// Reports the effects that wait and are about to be dropped.
    func reportWaiting(of state: Any.Type) {
        let dropped = table.operations().compactMap { effect -> (place: String, site: SourceSite?)? in
            guard !effect.isCancelled, let wait = effect.wait else { return nil }
            return switch wait {
            case .place(let identifier): ("for a place under \(identifier)", nil)
            case .time(let site): ("for the time given there", site)
            case .limit, .window: nil
            }
        }
        guard let (place, site) = dropped.first else { return }
        let subject = dropped.count == 1 ? "An effect" : "\(dropped.count) effects"
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
