// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import Testing
import Tributary
import TributaryTesting

@testable import StandupsHistory

@Suite("Meetings that were", .timeLimit(.minutes(30)))
struct HistoryTests {
    private func store(shown: Meeting.ID? = nil) -> TestStore<History.State, History.Action> {
        TestStore(initialState: History.State(.search, shown: shown)) { History() }
    }

    @Test("are read one by one")
    func reads() async {
        let store = store()
        await store.send(.show(Meeting.monday.id)) { $0.page.shown = Meeting.monday.id }
        #expect(store.state.meeting == .monday)
        await store.send(.show(nil)) { $0.page.shown = nil }
    }

    @Test("that do not exist show the list")
    func missing() async {
        let store = store(shown: UUID(number: 9))
        #expect(store.state.meeting == nil)
        await store.send(.delete(UUID(number: 9)))
        await store.send(.alert(.delete(UUID(number: 9))))
    }

    @Test("are forgotten when the question is answered")
    func forgets() async {
        let store = store(shown: Meeting.monday.id)
        await store.send(.delete(Meeting.monday.id)) { $0.page.alert = .delete(Meeting.monday.id) }
        await store.send(.alert(.dismissed)) { $0.page.alert = nil }
        await store.send(.delete(Meeting.monday.id)) { $0.page.alert = .delete(Meeting.monday.id) }
        await store.send(.alert(.delete(Meeting.monday.id))) {
            $0.page.alert = nil
            $0.page.shown = nil
            $0.standup.meetings = []
        }
    }
}
