// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Begins the feedbacks that the initial state asks for.
    func begin(_ feedbacks: FeedbackGroup<State, Action>) {
        guard feedbacks.isDue(storage.pointee.state) else { return }
        let phase = storage.pointee.phase
        storage.pointee.phase = .reducing
        let effect = feedbacks.update(&storage.pointee.state)
        storage.pointee.phase = phase
        _ = perform(effect, group: nil)
        storage.pointee.isAttended = true
    }

    /// Runs a feedback for as long as its token lives.
    ///
    /// - Parameters:
    ///   - source: What the state asks for.
    ///   - site: Where the feedback was added, for diagnostics.
    /// - Returns: The token.
    func follow(_ source: FeedbackSource<State, Action>, site: SourceSite) -> ObservationToken {
        let feedback = StoreFeedback(source)
        let token = ObservationToken(holding: feedback)
        guard !isClosed else {
            reportFeedbackAfterClose(site: site)
            return token
        }
        feedbacks.append(WeakFeedback(feedback: feedback))
        storage.pointee.isAttended = true
        _ = perform(source.update(state), group: nil, holder: feedback.holder)
        return token
    }

    /// Looks at the feedbacks at the store after an action, in the order of registration.
    ///
    /// - Parameter group: What waits for the work that the action started.
    /// - Returns: The same, or a new one if this is the first work.
    func updateFeedbacks(_ group: EffectGroup?) -> EffectGroup? {
        var group = group
        var isSomebodyGone = false
        for entry in feedbacks {
            guard let feedback = entry.feedback else {
                isSomebodyGone = true
                continue
            }
            let effect = feedback.source.update(storage.pointee.state)
            if !effect.isNone { group = perform(effect, group: group, holder: feedback.holder) }
        }
        if isSomebodyGone { feedbacks.removeAll { $0.feedback == nil } }
        return group
    }

    struct WeakFeedback {
        weak var feedback: StoreFeedback<State, Action>?
    }

    private func reportFeedbackAfterClose(site: SourceSite) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .feedbackAfterClose,
                message:
                    "A feedback was added to the store of \(State.self), which is closed; it does not run.",
                remedy: "Add feedbacks before the store is closed.",
                site: site
            )
        )
    }
}
