// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import TributaryCore
import TributarySwiftUI

/// Questions as an alert and as a dialog, and a screen of an optional enum.
struct TrashView: View {
    let store: StoreOf<Trash>

    var body: some View {
        List {
            Button("Empty") { store.send(.empty, animation: .default) }
            Button("Open") { store.send(.open) }
        }
        .alert(store, \.question, action: \.answer, dismiss: .dismissed)
        .confirmationDialog(
            store,
            \.question,
            action: \.answer,
            dismiss: .dismissed,
            titleVisibility: .visible
        )
        .sheet(item: store.item(case: \.destination.profile, action: \.profile, dismiss: .closed)) {
            profile in
            ProfileView(store: profile)
        }
    }
}
