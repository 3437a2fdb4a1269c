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
            case .show(let id): state.shown = id
            case .delete(let id): if state.standup.meetings.contains(id: id) { state.alert = .delete(id) }
            case .alert(.delete(let id)):
                if state.standup.meetings.remove(id: id) != nil, state.shown == id { state.shown = nil }
            case .alert(.dismissed): break
            }
        }
        .clear(\.alert, on: \.alert)
    }
}

extension History {
    /// The meetings of a standup of the app's, and which one is read.
    package struct State: Borrower, Equatable, Sendable {
        @Borrowed package var standup: Standup
        /// The meeting that is read; it may be gone.
        package internal(set) var shown: Meeting.ID?
        package internal(set) var alert: AlertState<Action.Answer>?

        package init(_ standup: Borrowed<Standup>, shown: Meeting.ID? = nil) {
            _standup = standup
            self.shown = shown
        }

        package static var borrowed: BorrowedProperties<Self> { \.$standup }

        /// The meeting that is read, if it is there.
        package var meeting: Meeting? { shown.flatMap { standup.meetings[id: $0] } }
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
