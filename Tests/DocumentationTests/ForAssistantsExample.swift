// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: client
@Client
struct LibraryClient {
    var search: @Sendable (_ query: String) async throws -> [String]
}

extension Dependencies {
    var library: LibraryClient {
        get { self[LibraryClient.self] }
        set { self[LibraryClient.self] = newValue }
    }
}
// page: end

/// The features of the page.
enum Assisted {
    // page: feature
    struct Tally: Reducer {
        struct State: Equatable, Sendable { var count = 0 }

        @CasePathable
        enum Action: Sendable { case add(Int), reset }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .add(let number): state.count += number
            case .reset: state.count = 0
            }
            return .none
        }
    }
    // page: end

    // page: effect
    struct Search: Reducer {
        struct State: Equatable, Sendable {
            var query = ""
            var books: [String] = []
            var problem: String?
        }

        @CasePathable
        enum Action: Sendable { case typed(String), found([String]), failed(String) }

        @Dependency(\.library) var library

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .typed(let query):
                state.query = query
                return .run(name: "search \(query)") { send in
                    await send(.found(try await library.search(query: query)))
                } catch: { error, send in
                    await send(.failed("\(error)"))
                }
                .debounce(id: "search", for: .milliseconds(300))  // cancels the search before, too
            case .found(let books):
                state.books = books
                return .none
            case .failed(let problem):
                state.problem = problem
                return .none
            }
        }
    }
    // page: end

    // page: timer
    struct Metronome: Reducer {
        struct State: Equatable, Sendable { var beats = 0 }

        @CasePathable
        enum Action: Sendable { case start, stop, ticked }

        @Dependency(\.clock) var clock

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .start:
                return .run { send in
                    for await _ in clock.ticks(every: .seconds(1)) { await send(.ticked) }
                }
                .cancellable(id: "beat", cancelInFlight: true)
            case .stop:
                return .cancel(id: "beat")
            case .ticked:
                state.beats += 1
                return .none
            }
        }
    }
    // page: end

    // page: output
    struct Note: Reducer {
        struct State: Equatable, Identifiable, Sendable {
            let id: Int
            var text = ""
        }

        @CasePathable
        enum Action: Sendable {
            case edited(String)
            case deleteTapped
            case output(Output)

            @CasePathable
            enum Output: Equatable, Sendable { case deleted }
        }

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .edited(let text):
                state.text = text
                return .none
            case .deleteTapped:
                return .send(.output(.deleted))  // the parent removes the row
            case .output:
                return .none
            }
        }
    }
    // page: end

    // page: children
    struct Desk: Reducer {
        struct State: Equatable, Sendable {
            var tally = Tally.State()
            var search: Search.State?
            var notes: IdentifiedArrayOf<Note.State> = []
        }

        @CasePathable
        enum Action: Sendable {
            case searchTapped, searchClosed
            case tally(Tally.Action)
            case search(Search.Action)
            case notes(IdentifiedActionOf<Note>)
        }

        var body: some Reducer<State, Action> {
            Scope(state: \.tally, action: \.tally) { Tally() }
            Update { state, action in
                switch action {
                case .searchTapped: state.search = Search.State()
                case .searchClosed: state.search = nil  // cancels the effects of the search
                case .tally, .search, .notes: break
                }
            }
            .ifLet(\.search, action: \.search) { Search() }
            .forEach(\.notes, action: \.notes, closedBy: \.output.deleted) { Note() }
        }
    }
    // page: end

    // page: form
    struct Badge: Reducer {
        @FormState
        struct State: Codable, Equatable, Sendable {
            var name = ""
            var copies = 1
        }

        @CasePathable
        enum Action: BindableAction, Codable, Equatable, Sendable { case change(StateChange<State>) }

        var body: some Reducer<State, Action> {
            Update(applying: \.change)
            Update { state, action in
                if case .change(\.copies) = action { state.copies = max(1, state.copies) }
            }
        }
    }
    // page: end

    // page: capture
    struct Mailer: Reducer {
        struct State: Equatable, Sendable {
            var draft = ""
            var sent: [String] = []
        }

        @CasePathable
        enum Action: Sendable { case sendTapped, delivered(String) }

        let post: @Sendable (String) async -> Void

        func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .sendTapped:
                return .run { [post, draft = state.draft] send in
                    await post(draft)
                    await send(.delivered(draft))
                }
            case .delivered(let text):
                state.sent.append(text)
                return .none
            }
        }
    }
    // page: end
}

/// The code of the page.
@MainActor
struct ForAssistants {
    typealias Tally = Assisted.Tally
    typealias Search = Assisted.Search
    typealias Metronome = Assisted.Metronome
    typealias Desk = Assisted.Desk
    typealias Note = Assisted.Note
    typealias Badge = Assisted.Badge

    func used() -> [Int] {
        var printed: [Int] = []
        func print(_ count: Int) { printed.append(count) }
        // page: store
        let store = Store(initialState: Desk.State()) { Desk() }
        let token = store.observe(\.tally.count) { count in print(count) }  // prints 0 at once
        let tally = store.scope(state: \.tally, action: \.tally)  // a StoreOf<Tally>
        tally.send(.add(2))  // prints 2
        // page: end
        token.cancel()
        return printed
    }

    func hosted() async -> Int {
        // page: actor
        let room = StoreActor(initialState: Tally.State()) { Tally() }
        await room.send(.add(2))
        let count = await room.count
        // page: end
        return count
    }

    func bound() -> Badge.State {
        // page: bind
        let store = Store(initialState: Badge.State()) { Badge() }
        store.send(.change(StateChange(\.name, of: store.state, to: "Ada")))
        // page: end
        store.send(.change(StateChange(\.copies, of: store.state, to: -1)))
        return store.state
    }

    func tested() async {
        // page: test
        let clock = TestClock()
        let store = TestStore(initialState: Search.State()) {
            Search()
        } dependencies: {
            $0.clock = clock
            $0.library.search = { query in ["All about \(query)"] }
        }
        await store.send(.typed("tea")) { $0.query = "tea" }
        await clock.advance(by: .milliseconds(300))
        await store.receive(\.found) { $0.books = ["All about tea"] }
        // page: end
    }

    func explored() async {
        // page: explore
        await explore {
            let store = TestStore(initialState: Search.State()) {
                Search()
            } dependencies: {
                $0.clock = ImmediateClock()
                $0.library.search = { query in ["All about \(query)"] }
            }
            await store.send(.typed("te"))
            await store.send(.typed("tea"))
            await store.finish()
            #expect(store.state.books == ["All about tea"])
        }
        // page: end
    }

    func beaten() async {
        let clock = TestClock()
        let store = TestStore(initialState: Metronome.State()) {
            Metronome()
        } dependencies: {
            $0.clock = clock
        }
        // page: stop
        await store.send(.start)
        await clock.advance(by: .seconds(1))
        await store.receive(\.ticked) { $0.beats = 1 }
        await store.send(.stop)
        // page: end
    }

    func rows() -> [String] {
        let store = Store(initialState: Desk.State(notes: [Note.State(id: 1), Note.State(id: 2)])) { Desk() }
        var heard: [String] = []
        // page: rows
        let tokens = store.scope(state: \.notes, action: \.notes).map { note in
            note.observe(\.text) { text in heard.append(text) }
        }
        // page: end
        store.send(.notes(.element(id: 2, action: .edited("tea"))))
        withExtendedLifetime(tokens) {}
        store.send(.notes(.element(id: 1, action: .deleteTapped)))
        return heard + ["\(store.notes.count)"]
    }

    func handled() async -> Int {
        let store = Store(initialState: Tally.State()) { Tally() }
        // page: handle
        let handle = store.handle  // Sendable, and does not retain the store
        await Task.detached { await handle.send(.add(1)).finish() }.value
        // page: end
        return store.count
    }

    func opened() async -> Bool {
        let store = Store(initialState: Desk.State()) {
            Desk()
        } dependencies: {
            $0.clock = TestClock()
        }
        store.send(.searchTapped)
        let isOpen = store.search != nil
        // page: scope
        if let search = store.scope(state: \.search, action: \.search) { search.send(.typed("tea")) }
        // page: end
        store.send(.searchClosed)
        await store.finish()
        return isOpen && store.search == nil
    }

    func mailed() async -> [String] {
        let store = Store(initialState: Assisted.Mailer.State(draft: "tea")) { Assisted.Mailer { _ in } }
        await store.send(.sendTapped).finish()
        return store.sent
    }
}
