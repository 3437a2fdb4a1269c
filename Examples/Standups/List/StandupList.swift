// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsEditForm
package import StandupsModel
package import Tributary

/// All standups.
///
/// This list is the source of truth; all other screens show its standups.
package struct StandupList: Reducer, Sendable {
    /// The destinations over the list.
    @ReducerCases
    package enum Destination {
        case add(EditForm)
    }

    /// The actions of the list.
    @CasePathable
    package enum Action: Hashable, Sendable {
        case add
        case closeDestination
        case open(Standup.ID)
        case delete(Standup.ID)
        /// Moves a standup to the position of another.
        case move(Standup.ID, to: Int)
        case alert(Answer)
        case destination(Destination.Action)
        case output(Output)

        /// The user's answers to questions.
        @CasePathable
        package enum Answer: Hashable, Sendable { case delete(Standup.ID), dismissed }

        /// The outputs to the app.
        @CasePathable
        package enum Output: Hashable, Sendable { case open(Standup.ID) }
    }

    @Dependency(\.uuid) private var uuid

    package init() {}

    /// The list, and the form over it.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .add:
                state.destination = .add(EditForm.State(Standup(id: uuid()), firstAttendee: uuid()))
            case .closeDestination: state.destination = nil
            case .open(let id): return .send(.output(.open(id)))
            case .delete(let id):
                if let standup = state.standups[id: id] { state.alert = .delete(standup) }
            case .move(let id, let position):
                guard let standup = state.standups.remove(id: id) else { return .none }
                state.standups.insert(standup, at: min(max(0, position), state.standups.count))
            case .alert(.delete(let id)): state.standups.remove(id: id)
            case .destination(.add(.output(.saved(let standup)))): state.standups.append(standup)
            case .alert(.dismissed), .destination, .output: break
            }
            return .none
        }
        .ifLet(\.destination, action: \.destination, closedBy: \.add.output) { Destination() }
        .clear(\.alert, on: \.alert)
    }
}

extension StandupList.Destination.State: Hashable, Sendable {}
extension StandupList.Destination.Action: Hashable, Sendable {}

extension StandupList {
    /// All standups, and the destination over them.
    package struct State: Hashable, Sendable {
        package var standups: IdentifiedArrayOf<Standup>
        package var destination: Destination.State?
        package var alert: AlertState<Action.Answer>?

        package init(_ standups: IdentifiedArrayOf<Standup> = []) { self.standups = standups }
    }
}

extension AlertState where Action == StandupList.Action.Answer {
    /// Asks before removing a standup with all its meetings.
    package static func delete(_ standup: Standup) -> Self {
        Self(
            "Delete “\(standup.title)”?",
            message: "What was said in its meetings goes with it.",
            buttons: [.destructive("Delete", action: .delete(standup.id)), .cancel("Keep")]
        )
    }
}
