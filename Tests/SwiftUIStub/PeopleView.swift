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
                Button("Find") { store.send(.queryEntered) }
                Button("New") { store.send(.editorAsked) }
                ForEach(store.scope(state: \.rows, action: \.rows)) { row in
                    // Not `row.id`, which is the identity of the store.
                    NavigationLink(value: row.state.id) { Text(row.name) }
                    Button("Card") { store.send(.cardAsked(row.state.id)) }
                }
            }
            .navigationDestination(for: Int.self) { id in
                if let profile = store.scope(state: \.stack, action: \.stack)[id: id] {
                    ProfileView(store: profile)
                }
            }
            .navigationDestination(
                item: store.item(case: \.screen.detail, action: \.detail, dismiss: .screenClosed)
            ) { ProfileView(store: $0) }
            .sheet(item: store.item(state: \.editor, action: \.editor, dismiss: .editorClosed)) { editor in
                ProfileView(store: editor)
            }
            #if !os(tvOS) && !os(watchOS)
            .popover(item: store.item(case: \.screen.card, action: \.card, dismiss: .screenClosed)) { card in
                ProfileView(store: card)
            }
            #endif
            .alert(
                Text("Failed"),
                isPresented: store.isPresented(\.failure, dismiss: .failureSeen),
                presenting: store.failure
            ) { _ in
                Button("Search anew") { store.send(.queryChanged("")) }
            } message: { failure in
                Text(failure.reason)
            }
        }
    }
}
