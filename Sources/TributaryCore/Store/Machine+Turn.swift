// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How many actions a turn may have before it is reported as endless, and after how many more again.
private let endlessTurnCount = 1_000_000

extension Machine {
    /// Reduces what waits, then notifies; again, as long as that makes more actions wait (laws 1, 3 and 5).
    func runTurn() {
        storage.pointee.phase = .attending
        turn += 1
        var count = 0
        repeat {
            // Asked first: most turns are of one action, which was reduced already.
            while !queue.isEmpty, let entry = queue.popFirst() {
                reduce(entry.action, origin: entry.origin, group: entry.group)
                count += 1
                if count.isMultiple(of: endlessTurnCount) { reportEndlessTurn(count, entry.action) }
            }
            notify()
        } while !queue.isEmpty
        storage.pointee.phase = .idle
        storage.pointee.isAttended = !observers.isEmpty || !listeners.isEmpty || !effects.isIdle || isClosed
    }

    /// One action: reducers, then the effects they returned (law 2).
    ///
    /// - Returns: The group of the work that followed, if any did.
    @discardableResult
    func reduce(_ action: Action, origin: ActionOrigin, group: EffectGroup?) -> EffectGroup? {
        let effect = runReducer(action)
        storage.pointee.phase = .attending
        let group = perform(effect, group: group)
        tell(action, origin)
        return group
    }

    func perform(_ effect: Effect<Action>, group: EffectGroup?) -> EffectGroup? {
        var group = group
        if !effect.isNone {
            let performed = group ?? EffectGroup()
            group = performed
            let context = EffectContext<Action>(
                performer: EffectPerformance(runner: effects, group: performed),
                lifetime: lifetime,
                deliver: { [weak self] in self?.receive($0, group: performed) }
            )
            effect.perform(in: context, completion: nil)
        }
        if !lifetime.children.isEmpty {
            effects.strikeOutEnded()
            endLifetimes()
        }
        effects.startBegun()
        return group
    }

    /// Cancels the effects of children whose state is gone (law 8).
    private func endLifetimes() {
        var ended: [EffectLifetime] = []
        lifetime.collectEnded(in: storage.pointee.state, into: &ended)
        for lifetime in ended { effects.cancel(lifetime) }
    }

    private func notify() {
        guard !observers.isEmpty else { return }
        var places: [ChangedPlace] = []
        observers.collectBelow(&storage.pointee.state, into: &places)
        var notifications: [Notification] = []
        observers.check(storage.pointee.state, into: &notifications)
        for place in places { place.check(into: &notifications) }
        if notifications.count > 1 { notifications.sort { $0.order < $1.order } }
        for notification in notifications { notification.deliver() }
    }

    private func reportEndlessTurn(_ count: Int, _ action: Action) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .endlessTurn,
                message:
                    "A turn has run \(count) actions and does not end: its actions keep sending actions.",
                remedy:
                    "Look for actions that answer each other. Nothing was dropped; closing the store ends it.",
                action: String(reflecting: action)
            )
        )
    }
}
