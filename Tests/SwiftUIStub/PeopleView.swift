// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import TributaryCore
import TributarySwiftUI

/// A list, with everything that can be presented.
struct PeopleView: View {
    let store: StoreOf<People>

    var body: some View {
        NavigationStack(path: store.path(\.stack, send: People.Action.stackChanged)) {
            List {
                TextField("Search", text: store.binding(\.query, send: People.Action.queryChanged))
                ForEach(store.scope(state: \.rows, action: \.rows)) { row in
                    NavigationLink(value: row.id) { Text(row.name) }
                }
            }
            .navigationDestination(for: Int.self) { id in
                if let profile = store.scope(state: \.stack, action: \.stack)[id: id] {
                    ProfileView(store: profile)
                }
            }
            .navigationDestination(
                item: store.item(state: \.screen.detail, action: \.detail, dismiss: .detailClosed)
            ) { ProfileView(store: $0) }
            .sheet(item: store.item(state: \.editor, action: \.editor, dismiss: .editorClosed)) { editor in
                ProfileView(store: editor)
            }
            .popover(item: store.item(state: \.editor, action: \.editor, dismiss: .editorClosed)) { editor in
                ProfileView(store: editor)
            }
            .alert(
                Text("Failed"),
                isPresented: store.isPresented(\.failure, dismiss: .failureSeen),
                presenting: store.failure
            ) { _ in
                Button("Try again") { store.send(.queryChanged("")) }
            } message: { failure in
                Text(failure.reason)
            }
        }
    }
}
