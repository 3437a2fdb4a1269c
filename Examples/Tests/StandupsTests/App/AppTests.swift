// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsDetail
import StandupsEditForm
import StandupsHistory
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsSpeech
import StandupsStorage
import Testing
import Tributary
import TributaryTesting

@testable import StandupsAppFeature

@Suite("The app", .timeLimit(.minutes(30)))
struct AppTests {
    private let clock = TestClock()

    private func store(
        _ standups: IdentifiedArrayOf<Standup> = [.search, .export],
        path: Stack<Page.Kept> = [],
        isLoaded: Bool = true,
        speech: ScriptedSpeech = ScriptedSpeech(["One.", "Two."], permission: .granted)
    ) -> TestStore<StandupsApp.State, StandupsApp.Action> {
        let state = StandupsApp.State(
            StandupList.State(isLoaded ? standups : []),
            path: path,
            keeping: isLoaded ? nil : .reading
        )
        let store = TestStore(initialState: state) {
            StandupsApp()
        } dependencies: {
            $0.prepare(clock: clock, speech: speech, shelf: Shelf(standups))
        }
        // The flows check the storage.
        store.exhaustivity = .off
        return store
    }

    @Test("opens a standup over the list, and goes back")
    func opens() async {
        let store = store()
        await store.send(.list(.open(Standup.search.id)))
        await store.receive(.list(.output(.open(Standup.search.id)))) {
            $0.path = [.detail(Detail.Page(Standup.search.id))]
        }
        await store.send(.path(.pop(from: 0))) { $0.path = [] }
        await store.send(.list(.output(.open(UUID(number: 9)))))
    }

    @Test("shows a change in the list and on every page")
    func edits() async {
        let id = Standup.search.id
        let form = EditForm.State(.search, firstAttendee: UUID(number: 0))
        let store = store(path: [
            .detail(Detail.Page(id, destination: .edit(form))),
            .history(History.Page(id)),
        ])
        var changed = Standup.search
        changed.title = "Find"
        let save = Detail.Action.destination(.edit(.output(.saved(changed))))
        await store.send(.path(.element(id: 0, action: .detail(save)))) {
            $0.list.standups[id: id] = changed
            $0.path[id: 0]?.modify(\.detail) { $0.destination = nil }
        }
        await store.send(.path(.element(id: 1, action: .history(.alert(.delete(Meeting.monday.id)))))) {
            $0.list.standups[id: id]?.meetings = []
        }
        changed.meetings = []
        #expect(
            store.state.path.map { Page.State($0, store.state.list.standups[id: id])?.shown } == [
                changed, changed,
            ]
        )
    }

    @Test("leaves the pages of a standup that goes")
    func deletes() async {
        let store = store(path: [
            .detail(Detail.Page(Standup.search.id)),
            .history(History.Page(Standup.search.id)),
        ])
        await store.send(.path(.element(id: 0, action: .detail(.output(.deleted))))) {
            $0.list.standups = [.export]
            $0.path.removeAll()
        }
    }

    @Test("stores a finished meeting, and returns from it")
    func records() async {
        let store = store(path: [.detail(Detail.Page(Standup.search.id))])
        await store.send(.path(.element(id: 0, action: .detail(.start))))
        await store.receive(\.path[id: 0].detail.output.started)
        #expect(store.state.path.last == .record(Record.State(.search, isHeard: true)))
        await clock.advance(by: .seconds(6))
        await store.skipReceivedActions()
        await store.send(.path(.element(id: 1, action: .record(.end))))
        await store.send(.path(.element(id: 1, action: .record(.alert(.save)))))
        await store.finish()
        let meeting = Meeting(id: UUID(number: 0), date: .today, seconds: 6, transcript: "One.")
        #expect(store.state.list.standups[id: Standup.search.id]?.meetings == [meeting, .monday])
        #expect(store.state.path.count == 1)
        #expect(store.state.page?.shown?.meetings == [meeting, .monday])
    }

    @Test("keeps nothing of a meeting that is discarded")
    func discards() async {
        let store = store(path: [
            .detail(Detail.Page(Standup.search.id)),
            .record(Record.State(.search, isHeard: false)),
        ])
        await store.send(.path(.element(id: 1, action: .record(.output(.discarded))))) {
            $0.path = [.detail(Detail.Page(Standup.search.id))]
        }
    }

    @Test("loses nothing of a meeting in whose middle it ends")
    func leaves() async {
        let store = store(path: [
            .detail(Detail.Page(Standup.search.id)),
            .record(Record.State(.search, isHeard: true)),
        ])
        store.exhaustivity = .off
        await clock.advance(by: .seconds(12))
        await store.skipReceivedActions()
        await store.send(.leave)
        await store.finish()
        let kept = store.state.list.standups[id: Standup.search.id]?.meetings.first
        #expect(kept == Meeting(id: UUID(number: 0), date: .today, seconds: 12, transcript: "One. Two."))
        #expect(store.state.path.count == 1)
    }

    @Test("keeps no meeting that has not begun when it ends")
    func leavesAtOnce() async {
        let store = store(path: [.record(Record.State(.search, isHeard: false))])
        await store.send(.leave) { $0.path = [] }
        await store.send(.leave)
    }

    @Test("shows history pages from a standup")
    func history() async {
        let store = store(path: [.detail(Detail.Page(Standup.search.id))])
        await store.send(.path(.element(id: 0, action: .detail(.openHistory(Meeting.monday.id)))))
        await store.receive(\.path[id: 0].detail.output.openHistory) {
            $0.path = [
                .detail(Detail.Page(Standup.search.id)),
                .history(History.Page(Standup.search.id, shown: Meeting.monday.id)),
            ]
        }
    }

    @Test("adds standups that were entered during reading to the stored ones")
    func loads() async {
        let store = store([.search], isLoaded: false)
        await store.send(.list(.add))
        await store.send(.list(.destination(.add(.output(.saved(.export))))))
        await store.finish()
        #expect(store.state.list.standups == [.search, .export])
        #expect(store.state.keeping == .kept([.search, .export]))
        await store.send(.loaded([]))
        #expect(store.state.list.standups == [.search, .export])
    }

    @Test("reports why nothing is read or stored, and continues")
    func failures() async {
        let store = store()
        let full = KeepingFailure(.save, reason: "The disk is full.")
        await store.send(.storageFailed(full)) { $0.alert = .storageFailed(full) }
        #expect(store.state.alert?.title == "Your standups could not be kept.")
        await store.send(.alert(.dismissed)) { $0.alert = nil }
        let locked = KeepingFailure(.load, reason: "Permission is denied.")
        await store.send(.storageFailed(locked)) { $0.alert = .storageFailed(locked) }
        #expect(store.state.alert?.message == "Permission is denied. What you change now is not kept.")
        #expect(store.state.keeping == .unknown)
        let damaged = KeepingFailure(.load, reason: "It is damaged.", keptAside: "/aside")
        await store.send(.storageFailed(damaged)) { $0.alert = .storageFailed(damaged) }
        #expect(store.state.alert?.message == "It is damaged. What was there is kept as /aside.")
    }
}
