// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 8, for an effect that takes the place of another: it lives with its state as the first one did.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct ReplacedEffectLawTests {}

extension ReplacedEffectLawTests {
    private struct Child: Reducer {
        let recorder: RunRecorder
        enum Action: Sendable { case run(String) }

        var body: some Reducer<Int, Action> {
            Reduce { _, action in
                guard case .run(let name) = action else { return .none }
                return .run { [recorder] _ in
                    await recorder.run(name)
                    recorder.end(name)
                }
                .cancellable(id: "run", cancelInFlight: true)
            }
        }
    }

    @Test func `an effect that replaces the only one of a child ends with the child`() async {
        let recorder = RunRecorder()
        let store = Store(initialState: Optional(0)) {
            Update<Int?, Child.Action?> { state, action in if action == nil { state = nil } }
                .ifLet(\.self, action: \.some) { Child(recorder: recorder) }
        }
        store.send(.run("first"))
        await recorder.isRunning(["first"])
        store.send(.run("second"))
        await recorder.isRunning(["second"])
        store.send(nil)
        await recorder.isRunning([])
        #expect(recorder.starts == ["first": 1, "second": 1])
    }
}
