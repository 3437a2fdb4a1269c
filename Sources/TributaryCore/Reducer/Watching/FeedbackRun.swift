// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// One run of a feedback: what its effect is cancelled by.
///
/// It is an identifier that nobody else has, so cancelling it touches no other effect.
final class FeedbackRun: Hashable {
    /// Whether its effect has ended by itself, so that there is nothing to cancel.
    fileprivate(set) var hasEnded = false

    static func == (left: FeedbackRun, right: FeedbackRun) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The effect of a feedback: it belongs to the state that asks for it, not to the action that began it.
final class FeedbackOperation<Action>: EffectOperation<Action> {
    private let effect: Effect<Action>
    private let run: FeedbackRun

    init(_ effect: Effect<Action>, run: FeedbackRun) {
        self.effect = effect
        self.run = run
    }

    override func perform(in context: EffectContext<Action>, completion: EffectCompletion?) {
        var context = context
        context.identifiers.append(AnyHashable(run))
        context.belongsToState = true
        effect.perform(in: context) { [run] in
            run.hasEnded = true
            completion?()
        }
    }
}

/// What runs for one feedback in one piece of state, by query or by the query's key.
@usableFromInline
final class FeedbackRuns<Action> {
    private var running: [AnyHashable: FeedbackRun] = [:]

    @usableFromInline
    init() {}

    /// The effect that begins a run.
    func begin(_ key: AnyHashable, _ effect: Effect<Action>) -> Effect<Action> {
        let run = FeedbackRun()
        running[key] = run
        return Effect(FeedbackOperation(effect, run: run))
    }

    /// The effect that cancels a run, if it did not end by itself.
    func end(_ key: AnyHashable) -> Effect<Action> {
        guard let run = running.removeValue(forKey: key), !run.hasEnded else { return .none }
        return .cancel(id: run)
    }
}
