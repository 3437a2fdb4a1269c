// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Account
import AppFeature
package import InspectorKit
package import News
package import Terminal
package import Tributary

/// The app as the terminal uses it: commands become actions, states become a screen.
@MainActor
package final class NewsroomDesk: Desk {
    private let stores: AttachedStores

    /// Makes a newsroom with its stored state, or with feeds that are not loaded yet.
    ///
    /// - Parameters:
    ///   - attachment: The way in which News is attached to the app.
    ///   - feeds: The addresses of the first feeds.
    ///   - client: The external operations of News.
    ///   - keeping: The storage of the newsroom.
    ///   - log: Receives every action and its changes; `nil` for no log.
    ///   - reporter: Receives the diagnostics of the library.
    /// - Throws: The error if stored data cannot be read.
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
            // The answer must also hold after a power failure; the store reports the error if it cannot be
            // committed.
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

    /// Shows the stores in a browser, if the program was started with `--inspect`.
    ///
    /// - Parameter inspector: The inspector of the program.
    /// - Throws: The error if they cannot be shown.
    package func show(in inspector: ProgramInspector) async throws { try await stores.show(inspector) }

    /// Closes the stores and stops all work.
    package func close() async { await stores.close() }
}

extension News.Action {
    /// The action of News for a command; `nil` if there is none.
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
