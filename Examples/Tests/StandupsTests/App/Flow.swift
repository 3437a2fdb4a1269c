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

/// A sequence of a person's steps in the app, with conditions that must hold for every completion order of
/// effects.
enum Flow: CaseIterable {
    case adding, editing, recording, asking, deleting, forgetting, following, quitting, failing

    /// Does it once.
    ///
    /// - bug: The bug in the app.
    /// - Throws: The error of a requirement that is not met.
    func run(_ bug: PlantedBug? = nil) async throws {
        switch self {
        case .adding: await add(Desk(isLoaded: false, bug))
        case .editing: await edit(Desk(path: [.detail(Detail.Page(Standup.search.id))], bug))
        case .recording:
            try await record(Desk(path: [.detail(Detail.Page(Standup.search.id))], bug))
        case .asking:
            await ask(
                Desk(
                    path: [.detail(Detail.Page(Standup.search.id))],
                    permission: .unknown,
                    bug
                )
            )
        case .deleting:
            await delete(
                Desk(
                    path: [.detail(Detail.Page(Standup.search.id))],
                    permission: .unknown,
                    bug
                )
            )
        case .forgetting: await forget(Desk(path: Self.history, bug))
        case .following: await follow(Desk(isLoaded: false, bug))
        case .quitting: await quit(Desk(path: Self.meeting, bug))
        case .failing:
            let full = KeepingFailure(.save, reason: "The disk is full.")
            await fail(
                Desk(path: [.detail(Detail.Page(Standup.search.id))], failure: full, bug)
            )
        }
    }

    private static let history: Stack<Page.Kept> = [
        .detail(Detail.Page(Standup.search.id)),
        .history(History.Page(Standup.search.id, shown: Meeting.monday.id)),
    ]
    private static let meeting: Stack<Page.Kept> = [
        .detail(Detail.Page(Standup.search.id)), .record(Record.State(.search, isHeard: true)),
    ]

    /// The app with its dependencies, and its storage.
    private struct Desk {
        let clock = TestClock()
        let shelf: Shelf
        let store: TestStore<StandupsApp.State, StandupsApp.Action>

        init(
            path: Stack<Page.Kept> = [],
            isLoaded: Bool = true,
            permission: SpeechClient.Permission = .granted,
            failure: KeepingFailure? = nil,
            _ bug: PlantedBug?
        ) {
            let standups: IdentifiedArrayOf<Standup> = [.search, .export]
            let list = StandupList.State(isLoaded ? standups : [])
            let clock = self.clock
            let shelf = Shelf(standups, failure: failure)
            store = TestStore(
                initialState: StandupsApp.State(list, path: path, keeping: isLoaded ? nil : .reading)
            ) {
                StandupsApp().planting(bug)
            } dependencies: {
                let speech = ScriptedSpeech(["One.", "Two."], permission: permission)
                $0.prepare(clock: clock, speech: speech, shelf: shelf)
            }
            self.shelf = shelf
        }

        func detail(_ action: Detail.Action) async {
            await store.send(.path(.element(id: 0, action: .detail(action))))
        }

        func record(_ action: Record.Action) async {
            await store.send(.path(.element(id: 1, action: .record(action))))
        }

        var search: Standup? { store.state.list.standups[id: Standup.search.id] }

        /// After any step: the stored standups equal the shown ones, and each page shows the standup of the
        /// list.
        func expectAgreement() {
            let state = store.state
            #expect(shelf.standups == state.list.standups)
            for page in store.state.path where !page.is(\.record) {
                #expect(state.list.standups.contains(id: page.standupID))
            }
        }
    }

    private func add(_ desk: Desk) async {
        let form = { StandupsApp.Action.list(.destination(.add($0))) }
        await desk.store.send(.list(.add))
        await desk.store.send(form(.change(StateChange(\.standup.title, from: "", to: "Daily"))))
        let name = StateChange<Attendee>(\.name, from: "", to: "Eve")
        await desk.store.send(form(.attendees(.element(id: UUID(number: 1), action: .change(name)))))
        await desk.store.send(form(.save))
        await desk.store.finish()
        #expect(desk.store.state.list.standups.map(\.title).sorted() == ["Daily", "Export", "Search"])
        #expect(desk.store.state.list.destination == nil)
        desk.expectAgreement()
    }

    private func edit(_ desk: Desk) async {
        await desk.detail(.edit)
        let title = StateChange<EditForm.State>(\.standup.title, from: "Search", to: "Find")
        await desk.detail(.destination(.edit(.change(title))))
        await desk.detail(.destination(.edit(.save)))
        await desk.store.finish()
        #expect(desk.search?.title == "Find")
        #expect(desk.store.state.path == [.detail(Detail.Page(Standup.search.id))])
        desk.expectAgreement()
    }

    private func record(_ desk: Desk) async throws {
        await desk.detail(.start)
        await desk.clock.advance(by: .seconds(6))
        await desk.record(.end)
        let record = try #require(desk.store.state.path.last?[case: \.record])
        #expect(["", "One."].contains(record.transcript))
        await desk.clock.advance(by: .seconds(3))
        await desk.record(.alert(.save))
        await desk.store.finish()
        let meetings = desk.search?.meetings ?? []
        #expect(meetings.count == 2)
        #expect(meetings.first?.seconds == record.seconds && record.seconds <= 6)
        #expect(desk.store.state.path.count == 1)
        desk.expectAgreement()
    }

    private func ask(_ desk: Desk) async {
        await desk.detail(.start)
        await desk.detail(.start)
        await desk.detail(.openHistory(nil))
        await desk.clock.advance()
        // The first one is shown, and nothing over it.
        #expect(desk.store.state.path.count == 2)
        await desk.store.send(.leave)
        await desk.store.finish()
        #expect(!desk.store.state.path.contains { $0.is(\.record) })
        #expect(desk.store.state.path.first?[case: \.detail]?.isAskingPermission == false)
        desk.expectAgreement()
    }

    private func delete(_ desk: Desk) async {
        await desk.detail(.delete)
        guard desk.store.state.path.last?[case: \.detail]?.alert != nil else {
            Issue.record("Nothing was asked.")
            return
        }
        #expect(desk.search != nil)
        await desk.detail(.start)
        await desk.detail(.alert(.delete))
        await desk.store.send(.leave)
        await desk.store.finish()
        #expect(desk.store.state.list.standups == [.export])
        #expect(desk.store.state.path.isEmpty)
        desk.expectAgreement()
    }

    private func forget(_ desk: Desk) async {
        let history = { StandupsApp.Action.path(.element(id: 1, action: .history($0))) }
        await desk.store.send(history(.delete(Meeting.monday.id)))
        await desk.store.send(history(.alert(.delete(Meeting.monday.id))))
        await desk.store.finish()
        #expect(desk.search?.meetings.isEmpty == true)
        #expect(desk.store.state.path.last?[case: \.history]?.shown == nil)
        desk.expectAgreement()
    }

    private func follow(_ desk: Desk) async {
        await desk.store.send(.follow("\(Link.standup(Standup.export.id))"))
        await desk.store.finish()
        #expect(desk.store.state.path == [.detail(Detail.Page(Standup.export.id))])
        #expect(desk.store.state.alert == nil)
        desk.expectAgreement()
    }

    private func quit(_ desk: Desk) async {
        await desk.clock.advance(by: .seconds(6))
        let record = desk.store.state.path.last?[case: \.record]
        await desk.store.send(.leave)
        await desk.store.finish()
        let meetings = desk.search?.meetings ?? []
        #expect(meetings.count == (record?.seconds == 0 ? 1 : 2))
        #expect(desk.store.state.path.count == 1)
        desk.expectAgreement()
    }

    private func fail(_ desk: Desk) async {
        await desk.detail(.edit)
        let title = StateChange<EditForm.State>(\.standup.title, from: "Search", to: "Find")
        await desk.detail(.destination(.edit(.change(title))))
        await desk.detail(.destination(.edit(.save)))
        await desk.store.finish()
        #expect(desk.store.state.alert?.title == "Your standups could not be kept.")
        #expect(desk.search?.title == "Find" && desk.shelf.standups[id: Standup.search.id]?.title == "Search")
        desk.shelf.mend()
        await desk.store.send(.alert(.dismissed))
        await desk.store.send(.list(.move(Standup.search.id, to: 1)))
        await desk.store.finish()
        desk.expectAgreement()
    }
}

extension Page.State {
    /// The standup that a page shows, if it is about one of the list.
    var shown: Standup? {
        switch self {
        case .detail(let detail): detail.standup
        case .history(let history): history.standup
        case .record: nil
        }
    }
}
