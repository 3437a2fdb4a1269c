// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Terminal
import TerminalKit
import Tributary

/// A desk with two articles, which records its commands.
@MainActor
final class RecordingDesk: Desk {
    private(set) var log: [String] = []
    private let store = Store(initialState: Screen(title: "Feed", account: "Guest")) { Paper() }

    var screen: Screen { store.state }

    func perform(_ command: Command) -> @Sendable () async -> Void {
        log.append("\(command)")
        store.send(command)
        return { await self.note("\(command) is done") }
    }

    func connect(_ display: Display, to browser: BrowserModule) -> ObservationToken {
        ObservationToken([
            display.heading.part(\.title).connect(to: store, state: \.title),
            display.heading.part(\.account).connect(to: store, state: \.account),
            display.greeting.connect(to: store, state: \.greeting),
            display.articles.part(\.list).connect(to: store, state: \.list),
            display.articles.part(\.rows).connect(to: store, state: \.rows),
            display.articles.part(\.page).connect(to: store, state: \.page),
            display.foot.part(\.notice).connect(to: store, state: \.notice),
            browser.connect(to: store) { .listChanged($0.list, count: $0.rows.count) },
            browser.connect(to: store) { .pageChanged($0.page, row: nil) },
            browser.connect(to: store) { .accountChanged(isSignedIn: $0.account != "Guest") },
        ])
    }

    private func note(_ text: String) { log.append(text) }

    /// A newsroom on paper: commands change the screen.
    private struct Paper: Reducer {
        func reduce(into screen: inout Screen, action command: Command) -> Effect<Command> {
            switch command {
            case .load:
                screen.rows = [.init(title: "One"), .init(title: "Two", isRead: true)]
                screen.notice = .init("Loaded.")
            case .open(2):
                screen.page = .init(title: "Two", details: ["today"], body: "First.\n\nSecond.")
                screen.notice = .init("Opened.")
            case .open(let number):
                screen.notice = .init("There is no article \(number).", isProblem: true)
            case .back:
                screen.page = nil
                screen.notice = nil
            case .login(let name):
                screen.account = name
                screen.greeting = "Welcome."
                screen.notice = .init("Hello.")
            default: break
            }
            return .none
        }
    }
}
