// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsEditForm
import StandupsModel
import StandupsSpeech
import Testing
import Tributary
import TributaryTesting

@testable import StandupsDetail

@Suite("A standup", .timeLimit(.minutes(30)))
struct DetailTests {
    private func store(_ speech: ScriptedSpeech = ScriptedSpeech()) -> TestStore<
        Detail.State, Detail.Action
    > {
        TestStore(initialState: Detail.State(.search)) {
            Detail()
        } dependencies: {
            $0.prepare(clock: TestClock(), speech: speech)
        }
    }

    @Test("asks once for permission to record speech, however often a meeting is started")
    func asks() async {
        let store = store()
        await store.send(.start) { $0.page.isAskingPermission = true }
        await store.send(.start)
        await store.receive(.permissionAnswered(.granted)) { $0.page.isAskingPermission = false }
        await store.receive(.output(.started(isHeard: true)))
        await store.send(.start)
        await store.receive(.output(.started(isHeard: true)))
    }

    @Test("starts a meeting without a transcript if recording is not permitted, or leads to the settings")
    func denied() async {
        let store = store(ScriptedSpeech(permission: .denied))
        await store.send(.start) { $0.page.alert = .unheard }
        await store.send(.alert(.startUnheard)) { $0.page.alert = nil }
        await store.receive(.output(.started(isHeard: false)))
        await store.send(.start) { $0.page.alert = .unheard }
        await store.send(.alert(.openSettings)) { $0.page.alert = nil }
        await store.finish()
        await store.send(.start)
        await store.receive(.output(.started(isHeard: true)))
    }

    @Test("believes an answer that is no")
    func answeredNo() async {
        let store = store(ScriptedSpeech(answer: .denied))
        await store.send(.start) { $0.page.isAskingPermission = true }
        await store.receive(.permissionAnswered(.denied)) {
            $0.page.isAskingPermission = false
            $0.page.alert = .unheard
        }
        await store.send(.alert(.dismissed)) { $0.page.alert = nil }
    }

    @Test("is changed by its form")
    func edits() async {
        let store = store()
        await store.send(.edit) {
            $0.page.destination = .edit(EditForm.State(.search, firstAttendee: UUID(number: 0)))
        }
        var changed = Standup.search
        changed.title = "Find"
        await store.send(.destination(.edit(.output(.saved(changed))))) {
            $0.page.destination = nil
            $0.standup = changed
        }
    }

    @Test("shows the link that leads to it")
    func shares() async throws {
        let store = store()
        await store.send(.share) { $0.page.destination = .share(link: .standup(Standup.search.id)) }
        let link = try #require(store.state.page.destination?[case: \.share])
        #expect(Link("\(link)") == link)
        await store.send(.closeDestination) { $0.page.destination = nil }
    }

    @Test("goes only when the question is answered")
    func deletes() async {
        let store = store()
        await store.send(.delete) { $0.page.alert = .delete(.search) }
        await store.send(.alert(.delete)) { $0.page.alert = nil }
        await store.receive(.output(.deleted))
    }
}
