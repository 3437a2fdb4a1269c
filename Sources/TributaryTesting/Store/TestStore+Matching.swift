// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

extension TestStore {
    /// Waits for an action, and checks it and the state after it.
    nonisolated(nonsending) func receive(
        _ expected: ActionExpectation<Action>,
        _ outsideWork: OutsideWork?,
        _ changes: ((inout State) throws -> Void)?,
        at site: CallSite
    ) async {
        scheduler.site = site
        within { subject.openInbox() }
        var skipped: [Action] = []
        while let entry = await nextReceived(outsideWork) {
            let before = accountedState
            accountedState = entry.state
            if expected.matches(entry.action) {
                if !skipped.isEmpty, exhaustivity.showsSkipped { noteSkipped(skipped, expected, at: site) }
                check(
                    changes,
                    from: before,
                    to: entry.state,
                    after: { "`\(shortText(entry.action))`" },
                    at: site
                )
                return await scheduler.settle(.sending)
            }
            if exhaustivity.isOn {
                reportUnexpected(entry.action, expected, at: site)
                return await scheduler.settle(.sending)
            }
            skipped.append(entry.action)
        }
        reportMissing(expected, skipped, at: site)
    }

    /// The next action that the test has not accounted for, once there is one.
    private nonisolated(nonsending) func nextReceived(
        _ outsideWork: OutsideWork?
    ) async -> ReceivedActions<State, Action>.Entry? {
        if received.isEmpty { await settle(outsideWork, until: { !received.isEmpty }) }
        return received.popFirst()
    }

    private func reportUnexpected(_ action: Action, _ expected: ActionExpectation<Action>, at site: CallSite)
    {
        let difference = expected.difference(action).map {
            "\n\n\($0.indented(by: 4))\n\n(Expected: −, Actual: +)"
        }
        site.fail(
            """
            Another \(subject.noun) was received than expected.

            Expected:
            \(expected.description.indented(by: 4))
            Received:
            \(longText(action).indented(by: 4))\(difference ?? "")
            """
        )
    }

    private func reportMissing(
        _ expected: ActionExpectation<Action>,
        _ skipped: [Action],
        at site: CallSite
    ) {
        let others =
            skipped.isEmpty
            ? "but none arrived"
            : "but only others arrived: \(skipped.map(shortText).joined(separator: ", "))"
        let effects = runningText
        site.fail(
            "Expected to receive `\(expected.description)`, \(others)."
                + (effects.isEmpty ? " No effect runs that could send it." : effects + waitingRemedy)
        )
    }

    private func noteSkipped(_ skipped: [Action], _ expected: ActionExpectation<Action>, at site: CallSite) {
        let text = skipped.map(shortText).joined(separator: ", ")
        let noun = subject.noun.capitalizingFirst
        site.note("\(noun)s that were passed over before `\(expected.description)`: \(text)")
    }
}
