// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// How many other actions may arrive before an expected one that does not.
private let searchLimit = 100

extension TestStore {
    /// Waits for an action, and checks it and the state after it.
    ///
    /// One mistake is one failure. If other actions arrive first, the failure shows them, and the expected one is
    /// received. If the test expects them later, it receives them then.
    nonisolated(nonsending) func receive(
        _ expected: ActionExpectation<Action>,
        _ outsideWork: OutsideWork?,
        _ changes: ((inout State) throws -> Void)?,
        at site: CallSite
    ) async {
        scheduler.site = site
        within { subject.openInbox() }
        if let passed = received.takePassedOver(where: expected.matches) {
            check(passed.entry, after: passed.before, changes, at: site)
            return await scheduler.settle(.sending)
        }
        var others: [Action] = []
        // Wait for outside work until the first action has arrived, expected or not.
        while let entry = await nextReceived(others.isEmpty || !exhaustivity.isOn ? outsideWork : .refused) {
            let before = accountedState
            accountedState = entry.state
            if expected.matches(entry.action) {
                if !others.isEmpty { tell(others, before: expected, at: site) }
                check(entry, after: before, changes, at: site)
                return await scheduler.settle(.sending)
            }
            others.append(entry.action)
            guard exhaustivity.isOn else { continue }
            received.passOver(entry, before: before)
            if expected.difference(entry.action) != nil || others.count == searchLimit { break }
        }
        if exhaustivity.isOn, others.count == 1 {
            reportUnexpected(others[0], expected, at: site)
        } else {
            reportMissing(expected, others, at: site)
        }
        await scheduler.settle(.sending)
    }

    private func check(
        _ entry: ReceivedActions<State, Action>.Entry,
        after before: State,
        _ changes: ((inout State) throws -> Void)?,
        at site: CallSite
    ) {
        check(changes, from: before, to: entry.state, after: { "`\(shortText(entry.action))`" }, at: site)
    }

    /// Fails for actions that arrived before an expected one.
    private func tell(_ others: [Action], before expected: ActionExpectation<Action>, at site: CallSite) {
        let text = "before `\(expected.description)` was received"
        if exhaustivity.isOn {
            site.fail(
                unaccountedText(others, text) + "\n\nReceive them first, or skip them: `\(skipName)`."
            )
        } else if exhaustivity.showsSkipped {
            noteSkipped(others, expected, at: site)
        }
    }

    /// The next action that the test has not accounted for, once there is one.
    private nonisolated(nonsending) func nextReceived(
        _ outsideWork: OutsideWork?
    ) async -> ReceivedActions<State, Action>.Entry? {
        scheduler.exploration?.note { $0.receives = true }
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
        let effects = tellRunning()
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
