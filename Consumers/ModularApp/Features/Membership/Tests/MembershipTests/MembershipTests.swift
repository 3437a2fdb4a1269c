// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Membership
import Testing
import Tributary

@MainActor
@Suite("A membership")
struct MembershipTests {
    @Test func `emits a change of the name, and its undoing`() {
        let store = Store(initialState: Membership.State(member: Member(card: "7", name: "Ada"))) {
            Membership()
        }
        let history = UndoHistory()
        let screen = MembershipScreen(store, undo: history)
        let module = Module(store, input: \.input, output: \.output)
        var heard: [String] = []
        let token = module.onOutput { if case .changed(let member) = $0 { heard.append(member.name) } }
        screen.rename(to: "Ada Lovelace")
        #expect(history.undoTitle == "rename")
        history.undo()
        #expect(heard == ["Ada Lovelace", "Ada"])
        #expect(screen.lines == ["card 7: Ada, changed 2×"])
        module.send(.memberChanged(Member(card: "8", name: "Grace")))
        #expect(screen.lines == ["card 8: Grace, changed 2×"])
        withExtendedLifetime(token) {}
    }
}
