// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsDetail
import StandupsEditForm
import StandupsHistory
import StandupsList
import StandupsModel
import StandupsRecord
import StandupsStorage
import Testing
import Tributary
import TributaryTesting

@testable import StandupsAppFeature

private let search = Standup.search.id
private let monday = Meeting.monday.id

@Suite("A link", .timeLimit(.minutes(30)))
struct LinkTests {
    private let clock = TestClock()

    /// An app whose file takes a second to be read.
    private func store(
        path: Stack<Page.Kept> = [],
        isLoaded: Bool = true,
        failure: KeepingFailure? = nil
    ) -> TestStore<StandupsApp.State, StandupsApp.Action> {
        let list = StandupList.State(isLoaded ? [.search, .export] : [])
        let state = StandupsApp.State(list, path: path, keeping: isLoaded ? nil : .reading)
        let store = TestStore(initialState: state) {
            StandupsApp()
        } dependencies: {
            $0.prepare(clock: clock, shelf: Shelf([.search, .export], failure: failure))
            $0.standupKeeper.load = { [clock, load = $0.standupKeeper.load] in
                try await clock.sleep(for: .seconds(1))
                return try await load()
            }
        }
        store.exhaustivity = .off
        return store
    }

    @Test(
        "is a text, and the text a link",
        arguments: [
            .new, .standup(search), .edit(search), .record(search), .history(search, nil),
            .history(search, monday),
        ] as [Link]
    )
    func texts(link: Link) {
        #expect(Link("\(link)") == link)
        #expect(Link("\(link)".replacingOccurrences(of: "standups:", with: "STANDUPS:")) == link)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "standups://", "standups://new/", "standups://standup", "standups://standup/1",
            "https://standup/\(search)", "standups://standup/\(search)/",
            "standups://standup/\(search)/sing", "standups://standup/\(search)/history/1",
            "standups://standup/\(search)/history/\(monday)/x", "standups://standup/\(search)/edit/x",
        ]
    )
    func noLink(text: String) async {
        #expect(Link(text) == nil)
        let store = store()
        await store.send(.follow(text))
        #expect(store.state.alert == .noLink(text))
        #expect(store.state.path.isEmpty)
    }

    @Test("leads to a standup, whatever was shown")
    func standup() async {
        let store = store(path: [
            .detail(Detail.Page(Standup.export.id)),
            .history(History.Page(Standup.export.id)),
        ])
        await store.send(.follow("\(Link.standup(search))"))
        #expect(store.state.path == [.detail(Detail.Page(Standup.search.id))])
    }

    @Test("leads to a form")
    func forms() async {
        let store = store()
        await store.send(.follow("\(Link.edit(search))"))
        await store.finish()
        #expect(store.state.path.last?[case: \.detail]?.destination?.is(\.edit) == true)
        await store.send(.path(.element(id: 0, action: .detail(.destination(.edit(.cancel))))))
        await store.send(.follow("standups://new"))
        await store.finish()
        #expect(store.state.path.isEmpty && store.state.list.destination?.is(\.add) == true)
    }

    @Test("leads to a new meeting, if that is permitted")
    func record() async {
        let store = store()
        await store.send(.follow("\(Link.record(search))"))
        await store.receive(\.path[id: 0].detail.permissionAnswered)
        await store.receive(\.path[id: 0].detail.output.started)
        #expect(store.state.path.last?.is(\.record) == true)
        await store.skipInFlightEffects()
    }

    @Test("leads to a transcript")
    func history() async {
        let store = store()
        await store.send(.follow("\(Link.history(search, monday))"))
        await store.finish()
        #expect(store.state.page?[case: \.history]?.meeting == .monday)
    }

    @Test("to something that does not exist is reported, and nothing else changes")
    func missing() async {
        let store = store(path: [.detail(Detail.Page(Standup.export.id))])
        for link in [
            Link.standup(UUID(number: 9)), .record(UUID(number: 9)),
            .history(search, UUID(number: 9)),
        ] {
            await store.send(.follow("\(link)"))
            #expect(store.state.alert == .missing(link))
            #expect(store.state.path == [.detail(Detail.Page(Standup.export.id))])
        }
    }

    @Test("takes away no form and no meeting")
    func busy() async {
        let form = EditForm.State(.search, firstAttendee: UUID(number: 0))
        let detail = Detail.Page(Standup.search.id, destination: .edit(form))
        for page in [Page.Kept.detail(detail), .record(Record.State(.search, isHeard: false))] {
            let store = store(path: [page])
            await store.send(.follow("\(Link.standup(Standup.export.id))"))
            #expect(store.state.alert == .busy)
            #expect(store.state.path.count == 1)
            await store.skipInFlightEffects(strict: false)
        }
    }

    @Test("that arrives before the standups are read waits for them")
    func early() async {
        let store = store(isLoaded: false)
        await store.send(.follow("\(Link.standup(search))"))
        #expect(store.state.path.isEmpty && store.state.alert == nil)
        await clock.advance(by: .seconds(1))
        await store.finish()
        #expect(store.state.path.last == .detail(Detail.Page(Standup.search.id)))
    }

    @Test("that arrives before reading the standups fails leads nowhere")
    func unreadable() async {
        let store = store(isLoaded: false, failure: KeepingFailure(.load, reason: "No."))
        await store.send(.follow("\(Link.standup(search))"))
        await clock.advance(by: .seconds(1))
        await store.finish()
        #expect(store.state.alert == .missing(.standup(search)))
    }
}
