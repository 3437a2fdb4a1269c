// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
import Feeds
import News
import Terminal
import TerminalKit
import Tributary

extension AttachedStores {
    /// Shows the state of the two stores, and connects each component with its store.
    ///
    /// - Parameters:
    ///   - display: The components.
    ///   - browser: Receives the number of rows, and the article.
    /// - Returns: The connection.
    func connect(_ display: Display, to browser: BrowserModule) -> ObservationToken {
        ObservationToken([
            display.heading.part(\.title).connect(to: news, state: \.title),
            display.heading.part(\.account).connect(to: app, state: \.account, props: \.line),
            display.greeting.connect(to: news, state: \.greeting),
            display.articles.part(\.list).connect(to: news, state: \.place, props: Screen.List.init),
            display.articles.part(\.rows).connect(to: news, props: Screen.rows),
            display.articles.part(\.page).connect(to: news, state: \.opened) { $0.map(Screen.Page.init) },
            display.foot.part(\.notice).connect(to: app, state: \.notice) { $0.map(Screen.Notice.init) },
            display.foot.part(\.progress).connect(to: news, state: \.refresh) {
                $0.map(Screen.Progress.init)
            },
            browser.connect(to: news) { .listChanged(Screen.List($0.place), count: $0.count) },
            browser.connect(to: news) {
                .pageChanged($0.opened.map(Screen.Page.init), row: Screen.openedRow(of: $0))
            },
            browser.connect(to: news) { .loadingChanged(isLoading: $0.refresh != nil) },
            browser.connect(to: app) { .accountChanged(isSignedIn: $0.account.user != nil) },
        ])
    }
}
