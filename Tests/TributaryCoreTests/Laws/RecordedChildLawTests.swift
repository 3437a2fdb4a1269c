// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Law 13, for a child that is replaced while an action of it waits.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct RecordedChildLawTests {}

extension RecordedChildLawTests {
    private struct Child: Identifiable, Equatable {
        var id: Int
        var heard: [String] = []
    }

    private struct House: Reducer {
        typealias State = Child?
        typealias Action = String

        var body: some Reducer<Child?, String> {
            Update<Child?, String> { state, action in
                // The child that sent the request is another one when its action arrives.
                if action == "go" { state = Child(id: (state?.id ?? 0) + 1) }
                if action == "leave" { state = nil }
            }
            .ifLet(\.self) {
                Reduce<Child, String> { state, action in
                    state.heard.append(action)
                    return ["go", "leave"].contains(action) ? .send("after \(action)") : .none
                }
            }
        }
    }

    @Test func `law 13: a replay passes over the children that the store passed over`() {
        let driver = EffectDriver.immortal()
        var entries: [(action: String, passed: [Int]?)] = []
        let recorder = DiagnosticRecorder()
        let store = driver.host {
            Store(
                initialState: Child(id: 0),
                recorder: ClosureRecorder<Child?, String>(
                    record: { action, _, _ in
                        entries.append((action, nil))
                        return RecordedEntry(number: entries.count, milliseconds: 0, seed: 0)
                    },
                    pass: { entries[entries.count - 1].passed = $0 },
                    mount: { _ in 0 },
                    commit: { $0.end(nil) }
                )
            ) {
                House()
            }
        }
        for action in ["one", "go", "two", "leave"] { store.send(action) }
        #expect(entries.map(\.action) == ["one", "go", "after go", "two", "leave", "after leave"])
        #expect(entries.map(\.passed) == [nil, nil, [1], nil, nil, [1]])
        let replayer = Replayer<Child?, String>(initialState: Child(id: 0)) {
            House()
        } dependencies: {
            $0.diagnosticReporter = recorder.reporter
        }
        for (index, entry) in entries.enumerated() {
            replayer.reduce(
                entry.action,
                as: RecordedEntry(number: index + 1, milliseconds: 0, seed: 0),
                passing: entry.passed
            )
            if entry.action == "two" { #expect(replayer.state == Child(id: 1, heard: ["two"])) }
        }
        #expect(replayer.state == store.state)
        // The child existed when the last one was sent.
        #expect(recorder.identifiers.isEmpty)
    }
}
