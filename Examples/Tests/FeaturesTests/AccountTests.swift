// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import Testing
import Tributary

@MainActor
@Suite("Account", .timeLimit(.minutes(30)))
struct AccountTests {
    @Test("signs in under a tidy name, switches, and signs out")
    func signsInAndOut() {
        let store = Store(initialState: Account.State()) { Account() }
        store.send(.signIn(name: "  Ada   Lovelace "))
        #expect(store.user == Account.User(name: "Ada Lovelace"))
        store.send(.signIn(name: "Zoë"))
        #expect(store.user?.name == "Zoë")
        store.send(.signOut)
        #expect(store.user == nil)
    }

    @Test(
        "refuses names that can't be shown",
        arguments: ["", "   ", "a\u{1B}[2J", String(repeating: "x", count: 41)]
    )
    func refuses(name: String) {
        let store = Store(initialState: Account.State()) { Account() }
        store.send(.signIn(name: name))
        #expect(store.user == nil)
    }

    @Test("counts the articles that a user opens, and forgets them with the user")
    func counts() {
        var state = Account.State()
        Account().reduce(
            into: &state,
            actions: [
                .input(.articleOpened), .signIn(name: "Ada"), .input(.articleOpened), .input(.articleOpened),
            ]
        )
        #expect(state.user?.articlesOpened == 2)
        Account().reduce(into: &state, actions: [.signOut, .signIn(name: "Ada")])
        #expect(state.user?.articlesOpened == 0)
    }
}
