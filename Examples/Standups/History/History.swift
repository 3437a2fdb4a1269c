// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

/// What was said in the meetings of a standup.
package struct History: Reducer, Sendable {
    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// Shows what was said in a meeting, or the list of them.
        case show(Meeting.ID?)
        case delete(Meeting.ID)
        case alert(Answer)

        /// What the user answers to a question.
        @CasePathable
        package enum Answer: Equatable, Sendable { case delete(Meeting.ID), dismissed }
    }

    package init() {}

    /// The meetings.
    package var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .show(let id): state.page.shown = id
            case .delete(let id):
                if state.standup.meetings.contains(id: id) { state.page.alert = .delete(id) }
            case .alert(.delete(let id)):
                if state.standup.meetings.remove(id: id) != nil, state.page.shown == id {
                    state.page.shown = nil
                }
            case .alert(.dismissed): break
            }
        }
        .clear(\.page.alert, on: \.alert)
    }
}

extension History {
    /// The meetings of a standup of the app's, and which one is read.
    package struct State: Equatable, Sendable {
        package var page: Page
        package var standup: Standup

        package init(_ standup: Standup, shown: Meeting.ID? = nil) {
            self.init(Page(standup.id, shown: shown), standup)
        }

        package init(_ page: Page, _ standup: Standup) {
            self.page = page
            self.standup = standup
        }

        /// The meeting that is read, if it is there.
        package var meeting: Meeting? { page.shown.flatMap { standup.meetings[id: $0] } }
    }

    /// What the app keeps of the page; the standup is in the list.
    package struct Page: Equatable, Sendable {
        package let standupID: Standup.ID
        /// The meeting that is read; it may be gone.
        package internal(set) var shown: Meeting.ID?
        package internal(set) var alert: AlertState<Action.Answer>?

        package init(_ standupID: Standup.ID, shown: Meeting.ID? = nil) {
            self.standupID = standupID
            self.shown = shown
        }
    }
}

extension AlertState where Action == History.Action.Answer {
    /// Asks before a meeting is forgotten.
    package static func delete(_ id: Meeting.ID) -> Self {
        Self(
            "Forget this meeting?",
            buttons: [.destructive("Forget", action: .delete(id)), .cancel("Keep")]
        )
    }
}
