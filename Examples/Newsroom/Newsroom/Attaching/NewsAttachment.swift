// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AppFeature
import News
import Tributary

/// How News is attached to the app, which News itself can't tell.
package enum NewsAttachment: String, CaseIterable, Sendable {
    /// As a part of the app's state and of its reducer.
    case composed
    /// In a store of its own, behind its input and output.
    case separate
}

/// The stores of a running newsroom, whichever way News is attached.
@MainActor
struct AttachedStores {
    let app: StoreOf<App>
    let news: StoreOf<News>
    private let connection: NewsConnection?

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - attachment: How News is attached.
    ///   - log: Takes the log of every action; `nil` for no log.
    ///   - configure: Sets the dependencies of every store.
    init(
        _ attachment: NewsAttachment,
        log: ActionLog?,
        dependencies configure: (inout Dependencies) -> Void
    ) {
        switch attachment {
        case .composed:
            app = Store(initialState: App.State(news: News.State())) {
                App().logged(as: "app", to: log)
            } dependencies: {
                configure(&$0)
            }
            guard let news = app.scope(state: \.news, action: \.news) else {
                preconditionFailure("News is a part of the state from the start, and nothing removes it.")
            }
            self.news = news
            connection = nil
        case .separate:
            app = Store(initialState: App.State()) {
                App().logged(as: "app", to: log)
            } dependencies: {
                configure(&$0)
            }
            let connection = NewsConnection(to: app, log: log, dependencies: configure)
            news = connection.news
            self.connection = connection
        }
    }

    /// Ends all stores.
    func close() {
        connection?.news.close()
        app.close()
    }
}
