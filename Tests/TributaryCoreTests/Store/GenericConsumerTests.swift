// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTestSupport

/// Generic consumers of stores: they require properties of a state, not a certain state type.
///
/// A feature module declares the state that it reads and the actions that it sends; the app's state and
/// actions conform. The module does not know the app, and needs no second kind of store.
@Suite(.timeLimit(.minutes(30)))
@MainActor
struct GenericConsumerTests {
    // The requirements of a feature module.
    private protocol ProfileState {
        var name: String { get }
        var unread: Int { get }
    }
    private protocol ProfileAction {
        static func rename(_ name: String) -> Self
    }

    @MainActor
    private final class ProfileView<State, Action> where State: ProfileState, Action: ProfileAction {
        private let store: Store<State, Action>
        private(set) var titles: [String] = []
        private var token: ObservationToken?

        init(_ store: Store<State, Action>) { self.store = store }

        var isConnected: Bool { token != nil }

        func connect() {
            token = store.observe {
                "\($0.name) (\($0.unread))"
            } onChange: { [weak self] in
                self?.titles.append($0)
            }
        }

        func disconnect() { token = nil }

        func submit(_ name: String) { store.send(.rename(name)) }
    }

    // The app.
    private struct App: Reducer {
        struct State: ProfileState {
            var name = "Ada"
            var messages: [Bool] = []
            var theme = "light"
            var unread: Int { messages.count { !$0 } }
            /// A part that is computed, and can only be read.
            var settings: Settings { Settings(theme: theme, owner: name) }
            var profile: any ProfileState { self }
        }
        struct Settings: Equatable { var theme: String, owner: String }
        enum Action: ProfileAction, Equatable {
            case rename(String), receive, read, theme(String)
        }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .rename(let name): state.name = name
            case .receive: state.messages.append(false)
            case .read: state.messages = state.messages.map { _ in true }
            case .theme(let theme): state.theme = theme
            }
            return .none
        }
    }

    private let store = Store(initialState: App.State()) { App() }
}

extension GenericConsumerTests {
    @Test func `a consumer is constrained by a protocol of states and one of actions`() {
        let view = ProfileView(store)
        view.connect()
        store.send(contentsOf: [.receive, .receive])
        store.send(.theme("dark"))
        view.submit("Grace")
        #expect(view.titles == ["Ada (0)", "Ada (2)", "Grace (2)"])
    }

    @Test func `the same consumer serves the store of another app`() {
        struct Other: ProfileState { var name = "Alan", unread = 7 }
        struct Rename: ProfileAction {
            var name: String
            static func rename(_ name: String) -> Rename { Rename(name: name) }
        }
        let view = ProfileView(
            Store(initialState: Other()) {
                Update { (state: inout Other, action: Rename) in state.name = action.name }
            }
        )
        view.connect()
        view.submit("Kurt")
        #expect(view.titles == ["Alan (7)", "Kurt (7)"])
    }

    @Test func `a function takes the store of any state that conforms`() {
        func title(of store: Store<some ProfileState, some Any>) -> String { store.withState(\.name) }
        #expect(title(of: store) == "Ada")
    }

    @Test func `a store may show its state as a protocol and nothing more`() {
        let profile: Store<any ProfileState, App.Action> = store.scope(state: \.profile)
        profile.send(.receive)
        #expect(profile.withState(\.unread) == 1)
    }

    @Test func `a consumer connects and disconnects, and connecting again delivers the current state`() {
        let view = ProfileView(store)
        view.connect()
        view.disconnect()
        store.send(.rename("Grace"))
        #expect(view.titles == ["Ada (0)"] && !view.isConnected)
        view.connect()
        #expect(view.titles == ["Ada (0)", "Grace (0)"])
    }

    @Test func `a module's state may be computed from the app's, and is notified of its inputs`() {
        let settings = store.scope(state: \.settings)
        var heard: [String] = []
        let token = settings.observe { heard.append("\($0.theme) of \($0.owner)") }
        store.send(.receive)
        settings.send(.theme("dark"))
        store.send(.rename("Grace"))
        #expect(heard == ["light of Ada", "dark of Ada", "dark of Grace"])
        token.cancel()
    }
}
