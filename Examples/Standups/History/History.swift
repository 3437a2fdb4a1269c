// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

/// The transcripts of a standup's meetings.
package struct History: Reducer, Sendable {
    /// The actions of the page.
    @CasePathable
    package enum Action: Hashable, Sendable {
        /// Shows the transcript of a meeting, or the list of meetings.
        case show(Meeting.ID?)
        case delete(Meeting.ID)
        case alert(Answer)

        /// The user's answers to questions.
        @CasePathable
        package enum Answer: Hashable, Sendable { case delete(Meeting.ID), dismissed }
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
    /// The meetings of a standup of the app, and the selected one.
    package struct State: Hashable, Sendable {
        package var page: Page
        package var standup: Standup

        package init(_ standup: Standup, shown: Meeting.ID? = nil) {
            self.init(Page(standup.id, shown: shown), standup)
        }

        package init(_ page: Page, _ standup: Standup) {
            self.page = page
            self.standup = standup
        }

        /// The selected meeting, if it exists.
        package var meeting: Meeting? { page.shown.flatMap { standup.meetings[id: $0] } }
    }

    /// The part of the page that the app stores; the standup is in the list.
    package struct Page: Hashable, Sendable {
        package let standupID: Standup.ID
        /// The selected meeting; it may have been removed.
        package internal(set) var shown: Meeting.ID?
        package internal(set) var alert: AlertState<Action.Answer>?

        package init(_ standupID: Standup.ID, shown: Meeting.ID? = nil) {
            self.standupID = standupID
            self.shown = shown
        }
    }
}

extension AlertState where Action == History.Action.Answer {
    /// Asks before removing a meeting.
    package static func delete(_ id: Meeting.ID) -> Self {
        Self(
            "Forget this meeting?",
            buttons: [.destructive("Forget", action: .delete(id)), .cancel("Keep")]
        )
    }
}
