// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsEditForm
import StandupsModel
import Testing
import Tributary
import TributaryTesting

@testable import StandupsList

@Suite("The list", .timeLimit(.minutes(30)))
struct StandupListTests {
    private func store(_ standups: IdentifiedArrayOf<Standup>) -> TestStore<
        StandupList.State, StandupList.Action
    > {
        TestStore(initialState: StandupList.State(standups)) {
            StandupList()
        } dependencies: {
            $0.uuid = .incrementing
        }
    }

    @Test("gets a standup from the form that is over it")
    func adds() async {
        let store = store([.search])
        let new = Standup(id: UUID(number: 0))
        await store.send(.add) {
            $0.destination = .add(EditForm.State(new, firstAttendee: UUID(number: 1)))
        }
        await store.send(.destination(.add(.output(.saved(.export))))) {
            $0.standups = [.search, .export]
            $0.destination = nil
        }
    }

    @Test("stays as it is when the form is left", arguments: [true, false])
    func cancels(bySwipe: Bool) async {
        let store = store([.search])
        store.exhaustivity = .off
        await store.send(.add)
        await store.send(bySwipe ? .closeDestination : .destination(.add(.cancel)))
        await store.finish()
        #expect(store.state == StandupList.State([.search]))
    }

    @Test("loses a standup only when the question is answered")
    func deletes() async {
        let store = store([.search, .export])
        await store.send(.delete(Standup.search.id)) { $0.alert = .delete(.search) }
        await store.send(.alert(.dismissed)) { $0.alert = nil }
        await store.send(.delete(Standup.search.id)) { $0.alert = .delete(.search) }
        await store.send(.alert(.delete(Standup.search.id))) {
            $0.alert = nil
            $0.standups = [.export]
        }
        await store.send(.delete(Standup.search.id))
    }

    @Test("is sorted by hand, as far as there are places")
    func moves() async {
        let store = store([.search, .export])
        await store.send(.move(Standup.search.id, to: 7)) { $0.standups = [.export, .search] }
        await store.send(.move(Standup.search.id, to: -1)) { $0.standups = [.search, .export] }
        await store.send(.move(UUID(number: 9), to: 0))
    }

    @Test("emits the standup that is opened")
    func opens() async {
        let store = store([.search])
        await store.send(.open(Standup.search.id))
        await store.receive(.output(.open(Standup.search.id)))
    }
}
