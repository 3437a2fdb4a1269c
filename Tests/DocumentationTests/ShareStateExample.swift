// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: children
struct Theme: Equatable, Sendable {
    var isDark = false
    var fontSize = 12
}

struct BookScreen: Reducer {
    struct State: Equatable, Sendable {
        var theme: Theme
        var page: Int
    }

    @CasePathable
    enum Action: Sendable { case enlarge, turnPage }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .enlarge: state.theme.fontSize += 1
            case .turnPage: state.page += 1
            }
        }
    }
}

struct ThemeScreen: Reducer {
    @CasePathable
    enum Action: Sendable { case toggleDark }

    var body: some Reducer<Theme, Action> {
        Update { theme, action in
            switch action {
            case .toggleDark: theme.isDark.toggle()
            }
        }
    }
}
// page: end

// page: parent
struct BookApp: Reducer {
    struct State: Equatable, Sendable {
        var theme = Theme()
        var page = 1

        /// The state of the book's screen, made of the app's own values.
        var book: BookScreen.State {
            get { BookScreen.State(theme: theme, page: page) }
            set { (theme, page) = (newValue.theme, newValue.page) }
        }
    }

    @CasePathable
    enum Action: Sendable {
        case book(BookScreen.Action)
        case theme(ThemeScreen.Action)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.book, action: \.book) { BookScreen() }
        Scope(state: \.theme, action: \.theme) { ThemeScreen() }
    }
}
// page: end

/// The examples of the article on sharing.
@MainActor
struct ShareState {
    func tested() async {
        // page: test
        let store = TestStore(initialState: BookApp.State()) { BookApp() }
        await store.send(.theme(.toggleDark)) { $0.theme.isDark = true }
        #expect(store.state.book.theme.isDark)
        await store.send(.book(.enlarge)) { $0.theme.fontSize = 13 }
        await store.send(.book(.turnPage)) { $0.page = 2 }
        // page: end
    }

    func scoped() -> [Bool] {
        // page: scope
        let store = Store(initialState: BookApp.State()) { BookApp() }
        let book: StoreOf<BookScreen> = store.scope(state: \.book, action: \.book)
        let isDark = store.scope(state: \.theme.isDark)
        store.send(.theme(.toggleDark))
        let shown = [book.theme.isDark, isDark.state]  // [true, true]
        // page: end
        return shown
    }
}
