// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Notices
import Testing
import Tributary

@MainActor
@Suite("Notices")
struct NoticesTests {
    struct Wall: NoticeBoard {
        var notices: [Int] = []
    }

    @Test func `stand on any state that has a place for them`() {
        let store = Store(initialState: Wall()) { Notices(limit: 2) }
        let screen = NoticesScreen(store)
        store.send(contentsOf: [.post(1), .post(2), .post(1), .post(3)])
        #expect(screen.lines == ["(1)", "(3)"])
        store.send(.dismissAll)
        #expect(screen.lines.isEmpty)
    }
}
