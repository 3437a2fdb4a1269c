// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
import Foundation
package import StandupsAppFeature
import StandupsDetail
import StandupsHistory
import StandupsList
import StandupsRecord
package import SwiftUI
package import Tributary
import TributarySwiftUI

/// The app in SwiftUI, with the same features as in the terminal.
package struct StandupsView: View {
    private let store: StoreOf<StandupsApp>

    package init(store: StoreOf<StandupsApp>) { self.store = store }

    package var body: some View {
        NavigationStack(path: store.path(\.path, action: \.path)) {
            StandupListView(store: store.scope(state: \.list, action: \.list))
                .navigationDestination(store, \.path, action: \.path, joining: StandupsApp.State.pages) {
                    PageView(store: $0)
                }
        }
        .alert(store, \.alert, action: \.alert, dismiss: .dismissed)
        .onOpenURL { store.send(.follow($0.absoluteString)) }
    }
}

/// The topmost page.
private struct PageView: View {
    let store: StoreOf<Page>

    var body: some View {
        if let detail = store.scope(case: \.detail, action: \.detail) { DetailView(store: detail) }
        if let record = store.scope(case: \.record, action: \.record) { RecordView(store: record) }
        if let history = store.scope(case: \.history, action: \.history) { HistoryView(store: history) }
    }
}
#endif
