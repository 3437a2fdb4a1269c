// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryForms
import TributaryLog

@testable import TributaryJournal

/// A form whose changes a journal keeps.
@Suite("A journal of a form", .timeLimit(.minutes(30)))
struct FormJournalTests {
    let folder = TemporaryFolder()

    @Test func `recovers the entered values of the form, except for its secrets`() async throws {
        try await withJournal { journal in
            let form = try await journal.open("form", initialState: Form.State()) { Form() }
            await form.send(.change(StateChange(\.name, from: "", to: "Blob")))
            await form.send(.rename(PropertyChange(\.name, from: "Blob", to: "Ann")))
            await form.send(.change(StateChange(\.password, from: "", to: "1234")))
            try await form.send(.change(StateChange(\.size, from: 1, to: 3))).committed()
            #expect(await form.state == Form.State(name: "Ann", size: 3, password: "1234"))
        }
        try await withJournal { journal in
            let form = try await journal.open("form", initialState: Form.State()) { Form() }
            #expect(await form.state == Form.State(name: "Ann", size: 3, password: ""))
        }
    }

    private func withJournal(_ body: (Journal) async throws -> Void) async throws {
        let journal = try Journal(at: folder.path("journal.sqlite"))
        do {
            try await body(journal)
            await journal.close()
        } catch {
            await journal.close()
            throw error
        }
    }
}

private struct Form: Reducer {
    struct State: Codable, Equatable, Sendable, FormState {
        var name = ""
        var size = 1
        @Secret var password = ""

        static func addFormFields(to fields: inout FormFields<Self>) {
            fields.add("name", \.name)
            fields.add("size", \.size)
            fields.add(secret: "password", \.password)
        }
    }

    enum Action: BindableAction, Equatable, Journaled {
        case change(StateChange<State>)
        case rename(PropertyChange<State, String>)

        struct AllCasePaths {
            var change: CasePath<Action, StateChange<State>> {
                CasePath(named: "change", embed: { .change($0) }) {
                    if case .change(let change) = $0 { change } else { nil }
                }
            }
        }
        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .change(let change): change.apply(to: &state)
        case .rename(let change): change.apply(to: &state)
        }
        return .none
    }
}
