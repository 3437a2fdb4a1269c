// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsEditForm
package import StandupsModel
package import Tributary

/// All standups: what is here is the truth, and whatever else shows a standup follows it.
package struct StandupList: Reducer, Sendable {
    /// What may be shown over the list.
    @ReducerCases
    package enum Destination {
        case add(EditForm)
    }

    /// What can happen.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case add
        case closeDestination
        case open(Standup.ID)
        case delete(Standup.ID)
        /// A standup takes the place that another has now.
        case move(Standup.ID, to: Int)
        case alert(Answer)
        case destination(Destination.Action)
        case output(Output)

        /// What the user answers to a question.
        @CasePathable
        package enum Answer: Equatable, Sendable { case delete(Standup.ID), dismissed }

        /// What the outside is told.
        @CasePathable
        package enum Output: Equatable, Sendable { case open(Standup.ID) }
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

extension StandupList.Destination.State: Equatable, Sendable {}
extension StandupList.Destination.Action: Equatable, Sendable {}

extension StandupList {
    /// All standups, and what is shown over them.
    package struct State: Equatable, Sendable {
        package var standups: IdentifiedArrayOf<Standup>
        package var destination: Destination.State?
        package var alert: AlertState<Action.Answer>?

        package init(_ standups: IdentifiedArrayOf<Standup> = []) { self.standups = standups }
    }
}

extension AlertState where Action == StandupList.Action.Answer {
    /// Asks before a standup goes, with all its meetings.
    package static func delete(_ standup: Standup) -> Self {
        Self(
            "Delete “\(standup.title)”?",
            message: "What was said in its meetings goes with it.",
            buttons: [.destructive("Delete", action: .delete(standup.id)), .cancel("Keep")]
        )
    }
}
