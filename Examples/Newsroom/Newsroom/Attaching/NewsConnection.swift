// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import News
import Tributary

/// News in a store of its own, wired to the app both ways until the connection is dropped.
@MainActor
final class NewsConnection {
    let news: StoreOf<News>
    private var tokens: [ObservationToken] = []

    /// Makes the store of News and connects it.
    ///
    /// - Parameters:
    ///   - app: Where News's outputs go, and where its inputs come from.
    ///   - log: Takes the log of every action; `nil` for no log.
    ///   - configure: Sets the store's dependencies.
    init(to app: StoreOf<App>, log: ActionLog?, dependencies configure: (inout Dependencies) -> Void) {
        let outbox = Outbox()
        let news = Store(initialState: News.State(reader: app.reader)) {
            News().logged(as: "news", to: log)
            Update { _, action in
                if case .output(let output) = action { outbox.outputs.append(output) }
            }
        } dependencies: {
            configure(&$0)
        }
        self.news = news
        tokens = [
            // Outputs leave after the turn, since during it nobody may read this store's state.
            news.observe({ _ in () }) { [weak app] in
                let outputs = outbox.outputs
                outbox.outputs = []
                app?.send(contentsOf: outputs.map(App.Action.newsHappened))
            },
            app.observe(\.reader) { [weak news] reader in
                guard reader != news?.reader else { return }
                news?.send(.input(.readerChanged(reader)))
            },
        ]
    }

    private final class Outbox {
        var outputs: [News.Action.Output] = []
    }
}
