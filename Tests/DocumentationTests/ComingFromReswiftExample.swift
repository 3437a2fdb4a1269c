// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

// page: bridge
/// Runs the old reducer function, with its untyped actions, in a store.
@MainActor
func storeOfOldApp() -> Store<OldAppState, any OldAction> {
    Store(initialState: oldReducer(action: OldInit(), state: nil)) {
        Update { state, action in state = oldReducer(action: action, state: state) }
    }
}
// page: end

// page: feature
enum MusicAction: Equatable {
    case load
    case loaded([String])
    case add(String)
    case play
    case stop
}

struct Playlist: Reducer {
    struct State: Equatable { var songs: [String] = [] }

    @Dependency(\.musicClient) var client

    func reduce(into state: inout State, action: MusicAction) -> Effect<MusicAction> {
        switch action {
        case .load:
            return .run { send in await send(.loaded(try await client.songs())) }
        case .loaded(let songs):
            state.songs = songs
        case .add(let song):
            state.songs.append(song)
        case .play, .stop:
            break
        }
        return .none
    }
}

struct Music: Reducer {
    struct State: Equatable {
        var playlist = Playlist.State()
        var isPlaying = false
    }

    var body: some Reducer<State, MusicAction> {
        Scope(state: \.playlist) { Playlist() }
        Update { state, action in
            switch action {
            case .play: state.isPlaying = true
            case .stop: state.isPlaying = false
            case .load, .loaded, .add: break
            }
        }
    }
}
// page: end

// page: client
@Client
struct MusicClient {
    var songs: @Sendable () async throws -> [String]
}

extension Dependencies {
    var musicClient: MusicClient {
        get { self[MusicClient.self] }
        set { self[MusicClient.self] = newValue }
    }
}
// page: end

// page: subscriber
@MainActor
final class SongCount {
    private(set) var text = ""

    func newState(_ value: Int) { text = "\(value) songs" }
}
// page: end

/// A replacement for the old app.
protocol OldAction {}
struct OldInit: OldAction {}
struct OldAdd: OldAction { let song: String }
struct OldAppState: Equatable { var songs: [String] = [] }

func oldReducer(action: any OldAction, state: OldAppState?) -> OldAppState {
    var state = state ?? OldAppState()
    switch action {
    case let add as OldAdd: state.songs.append(add.song)
    default: break
    }
    return state
}

/// The examples and the tables of the article.
@MainActor
struct ComingFromReSwift {
    let printed = Printed()

    func used() async -> [String] {
        let printed = printed
        @Sendable func print<Value>(_ value: Value) { printed.append("\(value)") }
        // page: use
        let store = Store(initialState: Music.State()) {
            Music()
        } dependencies: {
            $0.musicClient.songs = { ["Round Midnight", "Lullaby"] }
        }
        let logging = store.attach(ActionMiddleware(didReduce: { action, _, _, _ in print(action) }))
        let label = SongCount()
        let subscription = store.observe(\.playlist.songs.count) { [weak label] in label?.newState($0) }
        await store.send(.load).finish()
        print(label.text)  // prints 2 songs
        // page: end
        withExtendedLifetime([logging, subscription]) {}
        return printed.lines
    }

    func thunk() async -> [String] {
        let store = Store(initialState: Music.State()) { Music() }
        // page: thunk
        let task = store.run { store in
            if !store.isPlaying {
                store.send(.add("Lullaby"))
                store.send(.play)
            }
        }
        await task.finish()
        // page: end
        return store.playlist.songs
    }

    func bridged() -> [String] {
        let store = storeOfOldApp()
        store.send(OldAdd(song: "Lullaby"))
        return store.songs
    }

    func subscribed() -> [Int] {
        let store = Store(initialState: Music.State()) { Music() }
        let all = Seen<Music.State>()
        let changes = Seen<Int>()
        let few = Seen<Int>()
        let every = Seen<Int>()
        var tokens = [
            store.observe { [weak all] in all?.newState($0) },
            store.observe(\.playlist.songs.count) { [weak changes] in changes?.newState($0) },
            store.observe(
                \.playlist.songs.count,
                removeDuplicates: { old, new in new <= old + 1 },
                onChange: { [weak few] in few?.newState($0) }
            ),
            store.observe(
                \.playlist.songs.count,
                removeDuplicates: { _, _ in false },
                onChange: { [weak every] in every?.newState($0) }
            ),
        ]
        store.send(contentsOf: [.add("a"), .add("b")])
        store.send(.play)
        store.send(.add("c"))
        tokens.removeAll()
        store.send(.add("d"))
        return [all.values.count, changes.values.count, few.values.count, every.values.count]
    }

    func guarded() -> [String] {
        let store = Store(initialState: Music.State()) { Music() }
        let token = store.attach(
            ActionMiddleware(willReduce: { action, _, state, store in
                guard action == .stop, !state.isPlaying else { return action }
                store.send(.play)
                return nil
            })
        )
        store.send(.stop)
        withExtendedLifetime(token) {}
        return ["\(store.isPlaying)"]
    }

    func undone() -> [Bool] {
        let store = Store(initialState: Music.State()) { Music() }
        let history = UndoHistory()
        store.send(.play, undo: history, inverse: .stop, title: "Play")
        let isPlaying = store.isPlaying
        history.undo()
        return [isPlaying, store.isPlaying]
    }

    func elsewhere() async -> Bool {
        let store = Store(initialState: Music.State()) { Music() }
        let handle = store.handle
        await Task.detached { await handle.send(.play).finish() }.value
        return store.isPlaying
    }

    func recorded() async {
        let store = Store(initialState: Music.State()) { Music() }
        var log: [ActionRecord<Music.State, MusicAction>] = []
        let listener = store.onAction { log.append($0) }
        store.send(.add("Lullaby"))
        withExtendedLifetime(listener) {}
        #expect(log.map(\.action) == [.add("Lullaby")])
    }

    func reduced() -> Music.State {
        var state = Music.State()
        Music().reduce(into: &state, actions: [.add("Lullaby"), .play])
        return state
    }
}

/// Records the received values.
@MainActor
final class Seen<Value> {
    var values: [Value] = []

    func newState(_ value: Value) { values.append(value) }
}
