// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import StandupsEditForm
import StandupsModel
import SwiftUI
import Tributary
import TributarySwiftUI

/// The form of a standup; each attendee is a row with a store of its own.
struct EditFormView: View {
    let store: StoreOf<EditForm>

    var body: some View {
        List {
            TextField("Title", text: store.binding(\.standup.title))
            Stepper("Minutes", value: store.binding(\.standup.minutes), in: Standup.minutesRange)
            ForEach(store.scope(state: \.standup.attendees, action: \.attendees)) { row in
                TextField("Name", text: row.binding(\.name))
                Button(role: .destructive) {
                    store.send(.removeAttendee(row.state.id))
                } label: {
                    Text("Remove")
                }
            }
            Button("Add an attendee") { store.send(.addAttendee, animation: .default) }
            ForEach(store.shownProblems.map(\.message), id: \.self) { Text($0) }
            Button("Save") { store.send(.save) }
            Button("Cancel") { store.send(.cancel) }
        }
    }
}
#endif
