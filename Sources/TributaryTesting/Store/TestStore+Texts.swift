// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import Synchronization
internal import TributaryCore

extension TestStore {
    /// The actions that the test has not accounted for, as text.
    func unaccountedText(_ context: String) -> String { unaccountedText(received.actions, context) }

    /// Actions that the test has not accounted for, as text.
    func unaccountedText(_ actions: [Action], _ context: String) -> String {
        let count = actions.count == 1 ? "1 \(subject.noun) was" : "\(actions.count) \(subject.noun)s were"
        return "\(count) received, but not accounted for \(context):" + list(actions.map(longText))
    }

    /// The running effects as text; empty if there are none.
    var runningText: String { runningText(of: subject.runningEffects) }

    /// The same text for a failure, after which the end of the test does not repeat it.
    func tellRunning() -> String {
        toldEffects.formUnion(subject.runningEffects.map(\.number))
        return runningText
    }

    /// Running effects as text.
    func runningText(of effects: [EffectDescription]) -> String {
        guard !effects.isEmpty else { return "" }
        let count = effects.count == 1 ? "1 effect runs" : "\(effects.count) effects run"
        return "\n\n\(count):" + list(effects.map { "\(ReadyEffect($0)) \(waitText($0))" })
    }

    /// Instructions for running effects, as text.
    var waitingRemedy: String {
        subject.runningEffects.isEmpty
            ? ""
            : """


            Make what they wait for happen, as by advancing a TestClock, cancel them, or say `.awaited` as \
            `outsideWork` when it is something outside of the test.
            """
    }

    private func waitText(_ effect: EffectDescription) -> String {
        let (slot, ready) = scheduler.state.withLock { state in
            let slot = state.live.first { $0.description == ReadyEffect(effect) }
            return (slot, state.ready.first { $0.effect === slot })
        }
        guard let ready else { return "waits for " + (slot?.pause ?? "something outside of the test") }
        return ready.isDelivery ? "has an action to send, which was not received" : "could go on"
    }

    private func list(_ entries: [String]) -> String {
        entries.map { "\n  - " + $0.hanging(by: 4) }.joined()
    }

    /// An action in full.
    func longText(_ action: Action) -> String { String(customDumping: subject.content(action)) }

    /// The name of the method that skips received actions.
    var skipName: String { subject.noun == "action" ? "skipReceivedActions" : "skipReceivedOutputs" }

    /// An action in one line.
    func shortText(_ action: Action) -> String {
        let content = subject.content(action)
        let text = String(customDumping: content)
        return text.contains("\n") ? "\(content)" : text
    }
}
