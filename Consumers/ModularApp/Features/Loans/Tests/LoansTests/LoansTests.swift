// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Domain
import Loans
import Testing
import Tributary

@MainActor
@Suite("Loans")
struct LoansTests {
    let ada = Member(card: "7", name: "Ada", limit: 1)
    let dune = Book(id: "1", title: "Dune")
    let emma = Book(id: "2", title: "Emma")

    @Test func `lend up to the limit, and report refusals`() {
        let store = Store(initialState: Loans.State(member: nil)) { Loans() }
        let module = Module(store, input: \.input, output: \.output)
        var heard: [Loans.Action.Output] = []
        let token = module.onOutput { heard.append($0) }
        module.send(contentsOf: [.lend(dune), .memberChanged(ada), .lend(dune), .lend(dune), .lend(emma)])
        #expect(
            heard == [
                .refused(dune, reason: "nobody is there to borrow it"), .lent(dune, to: ada),
                .refused(dune, reason: "it is borrowed already"),
                .refused(emma, reason: "Ada has 1 books already"),
            ]
        )
        #expect(LoansScreen(store).lines == ["Ada has 1 of 1", "- Dune"])
        module.send(contentsOf: [.takeBack(dune), .takeBack(dune)])
        #expect(heard.suffix(2) == [.takenBack(dune), .refused(dune, reason: "it was not borrowed")])
        withExtendedLifetime(token) {}
    }

    @Test func `belong to a card, not to a name`() {
        let store = Store(initialState: Loans.State(member: ada)) { Loans() }
        store.send(.input(.lend(dune)))
        store.send(.input(.memberChanged(Member(card: "7", name: "Ada Lovelace"))))
        #expect(store.shelf.count == 1)
        store.send(.input(.memberChanged(Member(card: "8", name: "Grace"))))
        #expect(store.shelf.count == 0)
    }
}
