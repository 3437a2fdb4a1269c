// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsEditForm
import StandupsModel
import Tributary

// Commands that edit the form.
extension Desk {
    func performInForm(_ perform: (StoreOf<EditForm>) -> Answer) -> Answer {
        form.map { perform($0) } ?? .refused("There is no form; “add” and “edit” show one.")
    }

    func type(_ text: String, into field: Command.Field, of form: StoreOf<EditForm>) -> Answer {
        switch field {
        case .title:
            return send(.change(StateChange(\.standup.title, of: form.state, to: text)), to: form)
        case .minutes:
            guard let minutes = Int(text) else { return .refused("“\(text.prefix(40))” is no number.") }
            return send(.change(StateChange(\.standup.minutes, of: form.state, to: minutes)), to: form)
        case .attendee(nil):
            // The first empty row is filled before another one is added.
            if form.standup.attendees.last?.name != "" { form.send(.addAttendee) }
            return rename(form.standup.attendees.count, to: text, in: form)
        case .attendee(let number?):
            return rename(number, to: text, in: form)
        }
    }

    private func rename(_ number: Int, to name: String, in form: StoreOf<EditForm>) -> Answer {
        let rows = form.scope(state: \.standup.attendees, action: \.attendees)
        guard rows.indices.contains(number - 1) else { return .refused("There is no attendee \(number).") }
        let row = rows[number - 1]
        return send(.change(StateChange(\.name, of: row.state, to: name)), to: row)
    }

    func remove(attendee number: Int, from form: StoreOf<EditForm>) -> Answer {
        let ids = form.standup.attendees.ids
        guard ids.indices.contains(number - 1) else { return .refused("There is no attendee \(number).") }
        return send(.removeAttendee(ids[number - 1]), to: form)
    }
}
