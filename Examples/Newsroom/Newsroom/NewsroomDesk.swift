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
    ///   - feeds: Where the feeds are that it begins with.
    ///   - client: What loads them.
    ///   - keeping: Where it is kept what the newsroom knows.
    ///   - log: Takes every action and what it changed; `nil` for no log.
    ///   - reporter: Takes what the library complains about.
    /// - Throws: Why what was kept cannot be read.
    package init(
        _ attachment: NewsAttachment,
        feeds: [String],
        client: NewsClient,
        keeping: Keeping = .nowhere,
        log: (@Sendable (String) -> Void)? = nil,
        reporter: DiagnosticReporter = .current
    ) async throws {
        stores = try await AttachedStores(attachment, feeds: feeds, in: keeping, log: log) {
            $0.newsClient = client
            $0.diagnosticReporter = reporter
        }
    }

    package var screen: Screen { Screen(app: stores.app.state, news: stores.news.state) }

    package func perform(_ command: Command) -> @Sendable () async -> Void {
        guard let task = task(of: command) else { return {} }
        return {
            await task.finish()
            // What is answered now is true after a power cut, too; why it could not be kept, the store reports.
            try? await task.committed()
        }
    }

    private func task(of command: Command) -> StoreTask? {
        switch command {
        case .login(let name): stores.app.send(.account(.signIn(name: name)))
        case .logout: stores.app.send(.account(.signOut))
        default: News.Action(command).map { stores.news.send($0) }
        }
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

extension News.Action {
    /// What a command asks of News, `nil` for nothing.
    fileprivate init?(_ command: Command) {
        switch command {
        case .load: self = .load
        case .refresh: self = .refresh
        case .open(let number): self = .open(number)
        case .next: self = .openNext
        case .back: self = .close
        case .add(let address): self = .add(FeedPlace.absolute(address))
        case .remove(let number): self = .remove(number)
        case .search(let text): self = .search(text)
        case .mark(let number): self = .mark(number)
        case .follow(let number): self = .follow(number)
        case .importList(let path): self = .importList(path: path)
        case .exportList(let path): self = .exportList(path: path)
        case .login, .logout, .list, .help, .quit: return nil
        }
    }
}
