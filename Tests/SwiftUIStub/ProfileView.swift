// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import TributaryCore
import TributarySwiftUI

/// A form, bound in both ways.
struct ProfileView: View {
    @Bindable var store: StoreOf<Profile>

    var body: some View {
        List {
            TextField("Name", text: $store.name)
            Toggle("Public", isOn: store.binding(\.isPublic))
            if let problem = store.problem { Text(problem) }
            Text(store.name)
            Button("Clear") { store.send(.clear) }
        }
    }
}

struct ProfilePreviews: PreviewProvider {
    static var previews: some View {
        ProfileView(store: Store(initialState: Profile.State(name: "Ada")) { Profile() })
    }
}
