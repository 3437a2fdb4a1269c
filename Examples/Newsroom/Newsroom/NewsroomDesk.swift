// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
package import InspectorKit
package import News
package import Terminal
package import Tributary

/// The app as the terminal sees it: commands become actions, states become a screen.
@MainActor
package final class NewsroomDesk: Desk {
    private let stores: AttachedStores

    /// Makes a newsroom with what it knew when it ended, or in which nothing is loaded yet.
    ///
    /// - Parameters:
    ///   - attachment: How News is attached to the app.
    ///   - client: Where the feed comes from.
    ///   - keeping: Where it is kept what the newsroom knows.
    ///   - log: Takes every action and what it changed; `nil` for no log.
    ///   - reporter: Takes what the library complains about.
    /// - Throws: Why what was kept cannot be read.
    package init(
        _ attachment: NewsAttachment,
        client: NewsClient,
        keeping: Keeping = .nowhere,
        log: (@Sendable (String) -> Void)? = nil,
        reporter: DiagnosticReporter = .current
    ) async throws {
        stores = try await AttachedStores(attachment, in: keeping, log: log) {
            $0.newsClient = client
            $0.diagnosticReporter = reporter
        }
    }

    package var screen: Screen { Screen(app: stores.app.state, news: stores.news.state) }

    package func perform(_ command: Command) -> @Sendable () async -> Void {
        let task: StoreTask? =
            switch command {
            case .load: stores.news.send(.load)
            case .open(let number): stores.news.send(.open(number))
            case .back: stores.news.send(.close)
            case .login(let name): stores.app.send(.account(.signIn(name: name)))
            case .logout: stores.app.send(.account(.signOut))
            case .list, .help, .quit: nil
            }
        return { await task?.finish() }
    }

    package func connect(_ display: Display, to browser: BrowserModule) -> ObservationToken {
        stores.connect(display, to: browser)
    }

    /// Shows the stores in a browser, where that is asked for.
    ///
    /// - Parameter inspector: What shows them.
    /// - Throws: Why they cannot be shown.
    package func show(in inspector: ProgramInspector) async throws { try await stores.show(inspector) }

    /// Ends all work; nothing happens later.
    package func close() async { await stores.close() }
}
