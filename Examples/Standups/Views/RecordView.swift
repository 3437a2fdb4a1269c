// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import StandupsModel
import StandupsRecord
import SwiftUI
import Tributary
import TributarySwiftUI

/// A running meeting.
struct RecordView: View {
    let store: StoreOf<Record>

    var body: some View {
        List {
            Text("\(store.secondsLeft) seconds left")
            Text("\(store.speakerName): \(store.secondsLeftOfTurn) seconds")
            Text(store.transcript)
            Button("Next") { store.send(.nextSpeaker) }
            Button("End") { store.send(.end) }
        }
        .navigationTitle(store.standup.title)
        .confirmationDialog(
            store,
            \.alert,
            action: \.alert,
            dismiss: .dismissed,
            titleVisibility: .visible
        )
    }
}
#endif
