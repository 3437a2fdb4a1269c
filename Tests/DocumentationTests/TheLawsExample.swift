// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// What the examples of the article do.
@MainActor
struct TheLaws {
    // page: feature
    struct Player: Reducer {
        struct State: Equatable, Sendable {
            var volume = 5
            var track: Track.State?
        }

        @CasePathable
        enum Action: Sendable { case louder, muchLouder, play(Int), stop, track(Track.Action) }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .louder:
                    state.volume += 1
                    return .none
                case .muchLouder:
                    return .merge(.send(.louder), .send(.louder))
                case .play(let id):
                    state.track = Track.State(id: id)
                    return .none
                case .stop:
                    state.track = nil
                    return .none
                case .track:
                    return .none
                }
            }
            .ifLet(\.track, action: \.track) { Track() }
        }
    }

    struct Track: Reducer {
        struct State: Equatable, Identifiable, Sendable {
            let id: Int
            var isRunning = false
        }

        @CasePathable
        enum Action: Sendable { case run, ended }

        var body: some Reducer<State, Action> {
            Reduce { state, action in
                switch action {
                case .run:
                    state.isRunning = true
                    return .run { send in
                        try await Task.sleep(for: .seconds(86_400))
                        await send(.ended)
                    }
                case .ended:
                    state.isRunning = false
                    return .none
                }
            }
        }
    }
    // page: end

    /// A service that is told of the volume.
    final class Loudness: @MainActor Service {
        let onChange: (Int) -> Void

        init(_ onChange: @escaping (Int) -> Void) { self.onChange = onChange }

        func detail(of state: Player.State) -> Int { state.volume }

        func stateChanged(from old: Int, to new: Int, store: StoreHandle<Player.State, Player.Action>) {
            onChange(new)
        }
    }

    private let printed = Printed()

    private func makeStore() -> StoreOf<Player> {
        Store(initialState: Player.State()) {
            Player()
        } dependencies: { [printed] in
            $0.diagnosticReporter = DiagnosticReporter { printed.append("\($0.identifier)") }
        }
    }

    func turn() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: turn
        store.send(.muchLouder)
        print(store.volume)  // prints 7: both follow-up actions are reduced before send returns
        // page: end
        return printed.lines
    }

    func order() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: order
        let service = store.attach(Loudness { print("service: \($0)") })
        let listener = store.onAction { print("listener: \($0.action)") }
        store.send(.louder)  // prints "listener: louder", then "service: 6"
        // page: end
        withExtendedLifetime((service, listener)) {}
        return printed.lines
    }

    func once() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: once
        let token = store.observe(\.volume) { print($0) }  // prints 5
        store.send(contentsOf: [.louder, .louder])  // prints 7
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines
    }

    func sending() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: sending
        let first = store.observe(\.volume) { if $0 == 6 { store.send(.louder) } }
        let second = store.observe(\.volume) { print($0) }  // prints 5
        store.send(.louder)  // prints 6, then 7
        // page: end
        withExtendedLifetime((first, second)) {}
        return printed.lines
    }

    func scope() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: scope
        store.send(.play(1))
        let track = store.scope(state: \.track, action: \.track)
        let same = store.scope(state: \.track, action: \.track)
        print(track === same)  // prints true
        // page: end
        return printed.lines
    }

    func absent() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: absent
        store.send(.track(.run))  // TRIBUTARY-001: an action for a child that is not there
        // page: end
        return printed.lines
    }

    func replaced() async -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: replaced
        store.send(.play(1))
        let task = store.send(.track(.run))
        store.send(.play(2))  // another track: what ran for the first one ends
        await task.finish()  // returns at once
        // page: end
        return printed.lines
    }

    func token() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: token
        var token: ObservationToken? = store.observe(\.volume) { print($0) }  // prints 5
        token = nil
        store.send(.louder)  // prints nothing
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines
    }

    func closing() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: closing
        store.close()
        store.send(.louder)  // TRIBUTARY-003: the store is closed
        // page: end
        return printed.lines
    }

    func torn() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: torn
        let token = store.observe({ $0.volume + store.volume }) { print($0) }  // prints 10
        store.send(.louder)  // prints 12
        // page: end
        withExtendedLifetime(token) {}
        return printed.lines
    }
}
