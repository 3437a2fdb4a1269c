// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsModel
import Testing
import Tributary
import TributaryTesting

@testable import StandupsEditForm

@Suite("The form", .timeLimit(.minutes(30)))
struct EditFormTests {
    private func store(_ standup: Standup) -> TestStore<EditForm.State, EditForm.Action> {
        TestStore(initialState: EditForm.State(standup, firstAttendee: UUID(number: 1))) {
            EditForm()
        } dependencies: {
            $0.uuid = .incrementing
        }
    }

    private func form(_ change: (inout Standup) -> Void) -> EditForm.State {
        var standup = Standup.search
        change(&standup)
        return EditForm.State(standup, firstAttendee: UUID(number: 1))
    }

    @Test("begins with an empty row, and the focus at the title")
    func begins() {
        let state = EditForm.State(Standup(id: UUID(number: 0)), firstAttendee: UUID(number: 1))
        #expect(state.standup.attendees == [Attendee(id: UUID(number: 1))])
        #expect(state.focus == .title)
        #expect(state.shownProblems.isEmpty && !state.problems.isEmpty)
    }

    @Test("is changed field by field, and row by row")
    func changes() async {
        let store = store(.search)
        let title = StateChange<EditForm.State>(\.standup.title, from: "Search", to: "Find")
        await store.send(.change(title)) { $0.standup.title = "Find" }
        let name = StateChange<Attendee>(\.name, from: "Bob", to: "Eve")
        await store.send(.attendees(.element(id: Attendee.bob.id, action: .change(name)))) {
            $0.standup.attendees[id: Attendee.bob.id]?.name = "Eve"
        }
    }

    @Test("moves the focus to a new row, and to the row above a removed one")
    func rows() async {
        let store = store(.export)
        let new = UUID(number: 0)
        await store.send(.addAttendee) {
            $0.standup.attendees.append(Attendee(id: new))
            $0.focus = .attendee(new)
        }
        await store.send(.removeAttendee(new)) {
            $0.standup.attendees = [.dot]
            $0.focus = .attendee(Attendee.dot.id)
        }
        await store.send(.removeAttendee(UUID(number: 99)))
        await store.send(.removeAttendee(Attendee.dot.id)) {
            $0.standup.attendees = [Attendee(id: UUID(number: 1))]
            $0.focus = .attendee(UUID(number: 1))
        }
    }

    @Test("moves the focus to the row below when the first one is removed")
    func firstRow() async {
        let store = store(.search)
        await store.send(.removeAttendee(Attendee.ada.id)) {
            $0.standup.attendees = [.bob, .cem]
            $0.focus = .attendee(Attendee.bob.id)
        }
    }

    @Test("reports missing fields when it is saved, and not before")
    func missing() async {
        let store = store(Standup(id: UUID(number: 0), minutes: 0))
        #expect(store.state.shownProblems.isEmpty)
        await store.send(.save) { $0.hasTriedToSave = true }
        #expect(store.state.shownProblems == [.noTitle, .minutesOutOfRange, .noAttendee])
        #expect(store.state.focus == .title)
        let title = StateChange<EditForm.State>(\.standup.title, from: "", to: "Daily")
        await store.send(.change(title)) { $0.standup.title = "Daily" }
        #expect(store.state.shownProblems == [.minutesOutOfRange, .noAttendee])
        await store.send(.save) { $0.focus = .minutes }
    }

    @Test("refuses each thing that no standup can be")
    func problems() {
        #expect(form { $0.title = "  " }.problems == [.noTitle])
        #expect(form { $0.title = String(repeating: "x", count: 61) }.problems == [.longTitle])
        #expect(form { $0.title = String(repeating: "x", count: 60) }.problems == [])
        #expect(form { $0.minutes = 61 }.problems == [.minutesOutOfRange])
        #expect(form { $0.minutes = 60 }.problems == [])
        #expect(form { $0.attendees = [Attendee(id: UUID(number: 9), name: " ")] }.problems == [.noAttendee])
        #expect(
            form { $0.attendees[id: Attendee.cem.id]?.name = " ada" }.problems
                == [.sameName(Attendee.cem.id, "ada")]
        )
        #expect(form { _ in }.problems == [])
    }

    @Test("gives the standup without empty rows and without spaces around")
    func saves() async {
        var standup = Standup.search
        standup.title = " Search "
        standup.attendees[id: Attendee.bob.id]?.name = "\tBob"
        standup.attendees.append(Attendee(id: UUID(number: 5), name: " "))
        let store = store(standup)
        await store.send(.save) { $0.hasTriedToSave = true }
        await store.receive(.output(.saved(.search)))
    }

    @Test("may be left")
    func cancels() async {
        let store = store(.search)
        await store.send(.cancel)
        await store.receive(.output(.cancelled))
    }
}
