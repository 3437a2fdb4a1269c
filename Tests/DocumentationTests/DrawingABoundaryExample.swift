// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import Tributary

// page: feature
/// Finds books.
public struct Search: Reducer, Sendable {
    /// The entered text, in internal properties.
    public struct State: Equatable, Sendable {
        var text = ""

        /// Creates an empty state.
        public init() {}
    }

    /// The actions of the search.
    @CasePathable
    public enum Action: Sendable {
        case input(Input)
        case output(Output)
        case own(Own)

        /// The actions that the outside can send.
        public enum Input: Equatable, Sendable { case begin(text: String) }

        /// The events for the outside.
        public enum Output: Equatable, Sendable { case chosen(String) }

        /// The feature's own actions: a public type with internal contents.
        public struct Own: Sendable { let event: Event }

        enum Event: Sendable { case typed(String), picked }

        static func own(_ event: Event) -> Action { .own(Own(event: event)) }
    }

    /// Creates the feature.
    public init() {}

    /// Reduces an action.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .input(.begin(let text)):
            state.text = text
            return .none
        case .own(let own):
            return reduce(own.event, into: &state)
        case .output:
            return .none
        }
    }

    private func reduce(_ event: Action.Event, into state: inout State) -> Effect<Action> {
        switch event {
        case .typed(let text):
            state.text = text
            return .none
        case .picked:
            return .send(.output(.chosen(state.text)))
        }
    }
}
// page: end

// page: composed
struct Desk: Reducer {
    struct State: Equatable {
        var topic = ""
        var search = Search.State()
        var books: [String] = []
    }

    @CasePathable
    enum Action {
        case topic(String)
        case search(Search.Action)
    }

    var body: some Reducer<State, Action> {
        Scope(state: \.search, action: \.search) { Search() }
        Reduce { state, action in
            switch action {
            case .topic(let topic):
                state.topic = topic
                return .send(.search(.input(.begin(text: topic))))
            case .search(.output(.chosen(let book))):
                state.books.append(book)
            case .search:
                break
            }
            return .none
        }
    }
}
// page: end

// page: separate
struct Hall: Reducer {
    struct State: Equatable {
        var topic = ""
        var books: [String] = []
    }

    @CasePathable
    enum Action {
        case topic(String)
        case searched(Search.Action.Output)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .topic(let topic): state.topic = topic
            case .searched(.chosen(let book)): state.books.append(book)
            }
        }
    }
}
// page: end

/// The results of each way to attach Search.
@MainActor
struct Attached {
    static func composed() -> [String] {
        let desk = Store(initialState: Desk.State()) { Desk() }
        desk.send(.topic("Dune"))
        let search = desk.scope(state: \.search, action: \.search)
        search.send(.own(.picked))
        search.send(.own(.picked))
        return desk.books
    }

    static func separate() -> [String] {
        // page: connect
        let hall = Store(initialState: Hall.State()) { Hall() }
        let search = Module(Search(), initialState: .init(), input: \.input, output: \.output)
        let connection = search.connect(
            to: hall,
            input: { .begin(text: $0.topic) },  // at once, and after each change
            output: { .searched($0) }  // every output, once
        )
        // page: end
        let books = use(hall)
        withExtendedLifetime((search, connection)) {}
        return books
    }

    private static func use(_ hall: StoreOf<Hall>) -> [String] {
        // page: screen
        let store = Store(initialState: Search.State()) { Search() }
        let search = Module(store, input: \.input, output: \.output)
        let connection = search.connect(to: hall, output: { .searched($0) })
        // page: end
        // page: event
        let passing = hall.onAction { [search] in
            if case .topic(let topic) = $0.action { search.send(.begin(text: topic)) }
        }
        // page: end
        hall.send(.topic("Dune"))
        store.send(.own(.picked))
        store.send(.own(.picked))
        withExtendedLifetime([connection, passing]) {}
        return hall.books
    }

    static func mounted() -> (while: String, after: String) {
        let shell = Store(initialState: Desk.State()) {
            EmptyReducer<Desk.State, Desk.Action>()
        }
        let search = shell.scope(state: \.search, action: \.search)
        // page: mount
        var mount: ObservationToken? = shell.mount(named: "search") {
            Scope(state: \.search, action: \.search) { Search() }
        }
        search.send(.own(.typed("Dune")))  // reduced
        // page: end
        let first = search.text
        withExtendedLifetime(mount) {}
        mount = nil
        search.send(.own(.typed("Emma")))
        return (first, search.text)
    }

    static func mirrored() async -> [String] {
        // page: mirror
        let archive = StoreActor(initialState: Search.State()) { Search() }
        let mirror = await Store(mirroring: archive)
        let search = Module(mirror, input: \.input, output: \.output)
        await search.send(.begin(text: "Dune")).finish()  // reduced there, shown here
        // page: end
        let hall = Store(initialState: Hall.State()) { Hall() }
        let connection = search.connect(to: hall, output: { .searched($0) })
        await mirror.send(.own(.picked)).finish()
        await mirror.send(.own(.picked)).finish()
        withExtendedLifetime(connection) {}
        return hall.books
    }
}

// page: joined
struct Reader: Reducer {
    struct State {
        var name: String
        var loans: [String] = []

        var greeting: String { "\(name) has \(loans.count) books" }
        var account: Account {
            get { Account(name: name, loans: loans) }
            set { (name, loans) = (newValue.name, newValue.loans) }
        }
    }

    struct Account { var name: String, loans: [String] }

    @CasePathable
    enum Action { case account(String) }

    var body: some Reducer<State, Action> {
        Scope(state: \.account, action: \.account) {
            Update { account, book in account.loans.append(book) }
        }
    }
}
// page: end
