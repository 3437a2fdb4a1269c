// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import Foundation
import StandupsDetail
import StandupsEditForm
import StandupsModel
import SwiftUI
import Tributary
import TributarySwiftUI

/// A standup, with its form, its link, and its questions.
struct DetailView: View {
    let store: StoreOf<Detail>

    var body: some View {
        List {
            Button("Begin a meeting") { store.send(.start) }
            Button("Change") { store.send(.edit) }
            Button("Share") { store.send(.share) }
            ForEach(store.standup.attendees) { Text($0.name) }
            ForEach(store.standup.meetings) { meeting in
                Button(meeting.date.formatted()) { store.send(.openHistory(meeting.id)) }
            }
            if let link = store.page.destination?[case: \.share] {
                Text("\(link)")
            }
            Button(role: .destructive) {
                store.send(.delete)
            } label: {
                Text("Delete")
            }
        }
        .navigationTitle(store.standup.title)
        .alert(store, \.page.alert, action: \.alert, dismiss: .dismissed)
        .sheet(
            item: store.item(
                case: \.page.destination.edit,
                action: \.destination.edit,
                dismiss: .closeDestination
            )
        ) { form in
            EditFormView(store: form)
        }
    }
}
#endif
