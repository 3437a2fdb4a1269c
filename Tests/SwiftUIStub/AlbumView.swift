// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import TributaryCore
import TributarySwiftUI

/// A navigation stack whose pages are a part of the state.
struct AlbumView: View {
    let store: StoreOf<Album>

    var body: some View {
        NavigationStack(path: store.path(\.path, action: \.path)) {
            Button("Ada") { store.send(.open("Ada")) }
                .navigationDestination(store, \.path, action: \.path) { page in ProfileView(store: page) }
        }
    }
}
