// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import Foundation
import StandupsHistory
import StandupsModel
import SwiftUI
import Tributary
import TributarySwiftUI

/// The meetings of a standup, and the transcript of one.
struct HistoryView: View {
    let store: StoreOf<History>

    var body: some View {
        List {
            if let meeting = store.meeting {
                Text(meeting.transcript)
                Button("All meetings") { store.send(.show(nil)) }
                Button(role: .destructive) {
                    store.send(.delete(meeting.id))
                } label: {
                    Text("Forget")
                }
            }
            if store.meeting == nil {
                ForEach(store.standup.meetings) { meeting in
                    Button(meeting.date.formatted()) { store.send(.show(meeting.id)) }
                }
            }
        }
        .alert(store, \.page.alert, action: \.alert, dismiss: .dismissed)
    }
}
#endif
