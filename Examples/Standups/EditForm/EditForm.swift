// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import StandupsModel
package import Tributary

/// The form of a standup, for new and existing ones.
package struct EditForm: Reducer, Sendable {
    /// The actions of the form.
    @CasePathable
    package enum Action: BindableAction, Hashable, Sendable {
        case change(StateChange<State>)
        case attendees(IdentifiedActionOf<AttendeeField>)
        case addAttendee
        case removeAttendee(Attendee.ID)
        case save
        case cancel
        case output(Output)

        /// The outputs of the form, both of which end it.
        @CasePathable
        package enum Output: Hashable, Sendable {
            case saved(Standup)
            case cancelled
        }
    }

    @Dependency(\.uuid) private var uuid

    package init() {}

    /// The form, and its rows.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .change(let change): change.apply(to: &state)
            case .addAttendee: state.add(Attendee(id: uuid()))
            case .removeAttendee(let id):
                state.remove(id)
                // There is always a row to type into.
                if state.standup.attendees.isEmpty { state.add(Attendee(id: uuid())) }
            case .save:
                state.hasTriedToSave = true
                guard state.problems.isEmpty else {
                    state.focus = state.problems.first?.field
                    return .none
                }
                return .send(.output(.saved(state.cleaned)))
            case .cancel: return .send(.output(.cancelled))
            case .attendees, .output: break
            }
            return .none
        }
        .forEach(\.standup.attendees, action: \.attendees) { AttendeeField() }
    }
}

/// A row of the form: the name of an attendee.
package struct AttendeeField: Reducer, Sendable {
    package typealias State = Attendee

    /// The actions of a row.
    @CasePathable
    package enum Action: BindableAction, Hashable, Sendable {
        case change(StateChange<Attendee>)
    }

    package init() {}

    /// The name, bound to a text field.
    package var body: some Reducer<Attendee, Action> {
        Update { attendee, action in
            switch action {
            case .change(let change): change.apply(to: &attendee)
            }
        }
    }
}
