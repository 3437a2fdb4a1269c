// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import IssueReporting
internal import TributaryCore

/// Runs sequences of actions, and looks for the shortest after which an invariant does not hold.
struct InvariantCheck<State, Action> {
    let invariants: [Invariant<State, Action>]
    let site: CallSite
    let makeStore: (EffectOrder) -> TestStore<State, Action>

    /// An action to send, and whether effects come to rest before the next one.
    struct Step {
        let action: Action
        var isFollowedByRest: Bool
    }

    /// A sequence of actions after which an invariant is violated.
    struct Violation {
        /// The actions that were sent, up to the one that violates it.
        let steps: [Step]

        /// All actions that were reduced, and whether an effect or a reducer sent them.
        let reduced: [(action: Action, isReceived: Bool)]
        let text: String
        let state: State
    }

    /// Sends actions until an invariant is violated.
    ///
    /// - Parameters:
    ///   - steps: The actions.
    ///   - orderSeed: The seed of the order of effects.
    /// - Returns: The violation; `nil` if there is none.
    nonisolated(nonsending) func run(_ steps: [Step], orderSeed: UInt64) async -> Violation? {
        let collector = IssueCollector()
        return await withIssueReporters([collector]) {
            let store = makeStore(.random(seed: orderSeed))
            store.exhaustivity = .off
            var reduced: [(action: Action, isReceived: Bool)] = []
            for (index, step) in steps.enumerated() {
                let before = store.accountedState
                let (sent, _) = store.received.sending { store.within { store.subject.send(step.action) } }
                if step.isFollowedByRest || index == steps.count - 1 {
                    await store.scheduler.settle(.arriving)
                }
                let entries = (sent.map { [$0] } ?? []) + takeAll(store.received)
                let text = firstViolation(entries, before, &reduced, isSent: sent != nil)
                store.accountedState = store.subject.state
                guard let text = text ?? collector.failures.first else { continue }
                return Violation(
                    steps: Array(steps[...index]),
                    reduced: reduced,
                    text: text,
                    state: store.subject.state
                )
            }
            return nil
        }
    }

    /// Leaves out actions, and lets effects come to rest between them, as long as an invariant is violated.
    ///
    /// - Parameters:
    ///   - violation: The violation that was found.
    ///   - orderSeed: The seed of the order of effects.
    /// - Returns: The shortest sequence with a violation.
    nonisolated(nonsending) func shrink(_ violation: Violation, orderSeed: UInt64) async -> Violation {
        var shrinker = Shrinker<Step> { steps in
            await run(steps, orderSeed: orderSeed)?.steps
        } simpler: { step in
            step.isFollowedByRest ? [] : [Step(action: step.action, isFollowedByRest: true)]
        }
        let steps = await shrinker.shrink(violation.steps)
        // It is the same again, unless an effect does something outside.
        return await run(steps, orderSeed: orderSeed) ?? violation
    }

    func report(_ violation: Violation, _ origin: String) {
        let count = violation.steps.count == 1 ? "1 action" : "\(violation.steps.count) actions"
        let actions = violation.reduced.enumerated().map { index, entry in
            "\n  \(index + 1). \(String(customDumping: entry.action).hanging(by: 5))"
                + (entry.isReceived ? " (received)" : "")
        }
        site.fail(
            """
            \(violation.text)

            The shortest sequence that shows it sends \(count) (\(origin)):\(actions.joined())

            The state after it:
            \(String(customDumping: violation.state).indented(by: 2))
            """
        )
    }

    private func takeAll(
        _ received: ReceivedActions<State, Action>
    ) -> [ReceivedActions<State, Action>.Entry] {
        var entries: [ReceivedActions<State, Action>.Entry] = []
        while let entry = received.popFirst() { entries.append(entry) }
        return entries
    }

    /// Checks the invariants after each action, up to the first that does not hold.
    private func firstViolation(
        _ entries: [ReceivedActions<State, Action>.Entry],
        _ before: State,
        _ reduced: inout [(action: Action, isReceived: Bool)],
        isSent: Bool
    ) -> String? {
        var before = before
        for (index, entry) in entries.enumerated() {
            reduced.append((entry.action, index > 0 || !isSent))
            for invariant in invariants where !invariant.holds(before, entry.action, entry.state) {
                return "It does not hold that \(invariant.name)."
            }
            before = entry.state
        }
        return nil
    }
}
