// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// The examples of the article.
@MainActor
struct Laws {
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
            var samples = Array(repeating: 8, count: 1_000)
        }

        @CasePathable
        enum Action: Sendable { case run, ended, fade }

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
                case .fade:
                    for index in state.samples.indices { state.samples[index] /= 2 }
                    return .none
                }
            }
        }
    }
    // page: end

    /// A service that follows the volume.
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
        store.send(.play(2))  // another track: the effects of the first one are cancelled
        await task.finish()  // returns at once
        // page: end
        return printed.lines
    }

    func added() -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: added
        let listener = store.onAction { print("listener: \($0.action)") }
        let token = store.observe(\.volume) { print("observer: \($0)") }  // prints "observer: 5"
        store.send(.louder)  // prints "listener: louder", then "observer: 6"
        // page: end
        withExtendedLifetime((listener, token)) {}
        return printed.lines
    }

    func place() -> [String] {
        let store = makeStore()
        store.send(contentsOf: [.play(1), .track(.fade)])
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: place
        let before = store.withState { $0.track?.samples.withUnsafeBufferPointer { $0.baseAddress } }
        store.send(.track(.fade))
        let after = store.withState { $0.track?.samples.withUnsafeBufferPointer { $0.baseAddress } }
        print(before == after)  // prints true: the samples were not copied
        // page: end
        return printed.lines
    }

    // page: reading
    func fadeUnlessSilent(_ state: inout Track.State) -> Effect<Track.Action> {
        .run { [loudest = state.samples.max()] send in
            if loudest != 0 { await send(.fade) }
        }
    }
    // page: end

    func reading() async -> [String] {
        let store = Store(initialState: Track.State(id: 1)) {
            Reduce<Track.State, Track.Action> { state, action in
                if case .run = action { fadeUnlessSilent(&state) } else { .none }
            }
        }
        let listener = store.onAction { [printed] in printed.append("\($0.action)") }
        await store.send(.run).finish()
        withExtendedLifetime(listener) {}
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

    func closed() -> [String] {
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: closed
        let player = Update<Player.State, Player.Action> { state, action in
            if case .play(let id) = action { state.track = Track.State(id: id) }
        }
        .ifLet(\.track, action: \.track, closedBy: \.ended) { Track() }
        var state = Player.State()
        player.reduce(into: &state, actions: [.play(1), .track(.run)])
        print(state.track != nil)  // prints true
        player.reduce(into: &state, actions: [.track(.ended)])
        print(state.track == nil)  // prints true
        // page: end
        return printed.lines
    }

    func recorded() async -> [String] {
        let store = makeStore()
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: recorded
        store.close()
        do {
            try await store.send(.louder).committed()
        } catch {
            print(error)  // prints The store was closed, so the action was dropped and changed nothing.
        }
        // page: end
        return printed.lines.filter { !$0.hasPrefix("TRIBUTARY") }
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
