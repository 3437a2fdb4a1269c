// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@Suite("A recorded log is a test", .timeLimit(.minutes(30)))
@MainActor
struct ReplayTests {
    private func record() -> [ActionRecord<Library.State, Library.Action>] {
        var log: [ActionRecord<Library.State, Library.Action>] = []
        let machine = Machine(initialState: Library.State()) { Library() }
        let token = machine.onAction { log.append($0) }
        machine.send(.increment)
        machine.send(.incrementTwice)
        machine.send(.loaded(["Flood"]))
        withExtendedLifetime(token) {}
        return log
    }

    @Test("The same reducer gives the same states, and its actions are not sent twice")
    func same() {
        let log = record()
        #expect(log.count == 4)
        replay(log, initialState: Library.State()) { Library() }
        let state = replay(log.map(\.action), initialState: Library.State()) { Library() }
        #expect(state == Library.State(count: 3, titles: ["Flood"]))
    }

    @Test("A reducer that does something else fails at the first action that shows it")
    func other() async {
        let log = record()
        let failed = await failures {
            replay(log, initialState: Library.State()) {
                Library()
                Update<Library.State, Library.Action> { state, action in
                    if action == .incrementTwice { state.count += 10 }
                }
            }
        }
        #expect(failed.count == 1)
        let text = failed.first?.text ?? ""
        #expect(
            text.hasPrefix(
                "The state is another than the one recorded after action 2: Library.Action.incrementTwice\n\n"
            )
        )
        #expect(text.contains("−   count: 2,") && text.contains("+   count: 12,"))
        #expect(text.hasSuffix("(Recorded: −, Replayed: +)"))
    }
}
