// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// No other import of the library, on purpose: users' code needs `Tributary` alone.
import Testing
import Tributary

@CasePathable
private enum Action {
    case load
    case news(String)
}

@Suite("With only `import Tributary`", .timeLimit(.minutes(30)))
struct ImportTests {
    @Test func `cases are named by key paths`() {
        var action = Action.news("old")
        #expect(action.is(\.news))
        #expect(!action.is(\.load))
        action.modify(\.news) { $0 = "new" }
        #expect(action[case: \.news] == "new")
        let path: CasePath<Action, String> = CasePath(\.news)
        #expect(path.embed("embedded")[case: \.news] == "embedded")
    }
}
