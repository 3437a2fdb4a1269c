// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import StandupsEditForm
import StandupsList
import StandupsModel
import SwiftUI
import Tributary
import TributarySwiftUI

/// All standups, and the form for a new one.
struct StandupListView: View {
    let store: StoreOf<StandupList>

    var body: some View {
        List {
            ForEach(store.standups) { standup in
                Button(standup.title) { store.send(.open(standup.id)) }
                Button(role: .destructive) {
                    store.send(.delete(standup.id))
                } label: {
                    Text("Delete")
                }
            }
            Button("Add") { store.send(.add) }
        }
        .navigationTitle("Standups")
        .alert(store, \.alert, action: \.alert, dismiss: .dismissed)
        .sheet(
            item: store.item(
                case: \.destination.add,
                action: \.destination.add,
                dismiss: .closeDestination
            )
        ) { form in
            EditFormView(store: form)
        }
    }
}
#endif
