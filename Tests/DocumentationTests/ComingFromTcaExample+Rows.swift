// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary
import TributaryTesting

// The code in the tables of the article, so that it is compiled; ComingFromTcaTests runs it.

/// A shop with everything that a feature can be composed of.
struct Shop: Reducer {
    struct State: Equatable {
        var name = ""
        var counter = Plant.State(id: UUID(number: 0), name: "counter")
        var editor: Editor.State?
        var page = Page.closed
        var rows: IdentifiedArrayOf<Plant.State> = []
        var path: Stack<Plant.State> = []
        var destination: Destination.State?
        var question: AlertState<Answer>?
        var isEditing = false
        var loans: [String] = []

        /// Read-only for views.
        var title: String { "\(name): \(rows.count)" }

        /// The state that two children share.
        var account: Account {
            get { Account(name: name, loans: loans) }
            set { (name, loans) = (newValue.name, newValue.loans) }
        }
    }

    struct Account: Equatable { var name: String, loans: [String] }

    @CasePathable
    enum Page: Equatable {
        case closed
        case detail(Plant.State)
    }

    enum Answer: Equatable, Sendable { case emptied, dismissed }

    @ReducerCases
    enum Destination {
        case edit(Editor)
        case alert(AlertState<Answer>)
        case help
    }

    @CasePathable
    enum Action: BindableAction {
        case change(StateChange<State>)
        case counter(Plant.Action)
        case editor(Editor.Action)
        case editorClosed
        case page(Plant.Action)
        case rows(IdentifiedActionOf<Plant>)
        case path(StackActionOf<Plant>)
        case push(Plant.State)
        case back, backToFirst, home
        case destination(Destination.Action)
        case open(Destination.State)
        case rename(String)
        case ask
        case answer(Answer)
        case account(String)
        case loansLoaded([String])
        case view(View)

        @CasePathable
        enum View { case appeared }
    }

    var body: some ReducerOf<Self> {
        Scope(state: \.counter, action: \.counter) { Plant() }
        Scope(state: \.account, action: \.account) {
            Update { account, book in account.loans.append(book) }
        }
        Update(applying: \.change)
        Reduce { state, action in
            switch action {
            case .change(\.name): state.question = nil
            case .editorClosed: state.editor = nil
            case .editor(.output(.saved)): state.editor = nil
            case .open(let destination): state.destination = destination
            case .loansLoaded(let loans): state.loans = loans
            case .rename(let name): state.destination.modify(\.edit) { editor in editor.name = name }
            case .push(let plant): state.path.append(plant)
            case .back: state.path.pop()
            case .backToFirst: state.path.pop(to: 0)
            case .home: state.path.pop(from: 0)
            case .ask:
                state.question = AlertState {
                    TextState("Empty the shop?")
                } actions: {
                    ButtonState(role: .destructive, action: .emptied) { TextState("Empty") }
                    ButtonState(role: .cancel) { TextState("Keep") }
                }
            case .answer(.emptied), .destination(.alert(.emptied)): state.rows.removeAll()
            case .rows(.element(id: let id, action: .water)):
                state.name = state.rows[id: id]?.name ?? ""
            default: break
            }
            return .none
        }
        .ifLet(\.editor, action: \.editor) { Editor() }
        .ifCaseLet(\.page.detail, action: \.page) { Plant() }
        .forEach(\.rows, action: \.rows) { Plant() }
        .forEach(stack: \.path, action: \.path) { Plant() }
        .ifLet(\.destination, action: \.destination, closedBy: \.alert) { Destination() }
        .clear(\.question, on: \.answer)
        .onChange(of: \.editor) { old, new, state in
            state.isEditing = new != nil
            return .none
        }
    }
}

extension Shop.Destination.State: Equatable {}

/// A reducer around an enum of reducers, which alone is not enough.
struct Front: Reducer {
    typealias State = Shop.Destination.State
    typealias Action = Shop.Destination.Action

    var body: some ReducerOf<Self> {
        Shop.Destination()
        Update { state, action in
            if case .alert(.emptied) = action { state = .help }
        }
    }
}

/// A reducer without a body, and reducers one after the other.
struct Greeting: Reducer {
    enum Action { case greet, greeted }

    static var twice: some Reducer<String, Action> {
        combine(Greeting(), EmptyReducer<String, Action>(), Greeting())
    }

    func reduce(into state: inout String, action: Action) -> Effect<Action> {
        guard case .greet = action else { return .none }
        state += "Hello. "
        return .run { (send: Send<Action>) in await send(.greeted) }
    }
}

/// Measures the time in reducers, like `signpost`.
struct Stopwatch: Middleware {
    typealias Handle = StoreHandle<Shop.State, Shop.Action>

    let log: Printed

    func willReduce(
        _ action: Shop.Action,
        from origin: ActionOrigin,
        state: Shop.State,
        store: Handle
    ) -> Shop.Action? {
        log.append("begins")
        return action
    }

    func didReduce(_ action: Shop.Action, from origin: ActionOrigin, state: Shop.State, store: Handle) {
        log.append("ends")
    }
}

/// Saves a part of the state, like a shared file.
final class Saver: Service {
    let log: Printed

    init(log: Printed) { self.log = log }

    func detail(of state: Shop.State) -> [String] { state.loans }

    func stateChanged(
        from old: [String],
        to new: [String],
        store: StoreHandle<Shop.State, Shop.Action>
    ) { log.append("saved \(new)") }
}

/// The use of a store outside of reducers.
@MainActor
struct TCAStores {
    let store = Store(initialState: Shop.State()) { Shop() }

    func observed() -> [String] {
        let printed = Printed()
        let token = store.observe(\.name) { name in printed.append(name) }
        store.send(.change(StateChange(\.name, of: store.state, to: "Ada")))
        withExtendedLifetime(token) {}
        return printed.lines + [store.withState { $0.name }]
    }

    func scoped() -> [String] {
        var found: [String] = []
        let counter = store.scope(state: \.counter, action: \.counter)
        counter.send(.water)
        found.append("\(counter.isThirsty)")
        store.send(.open(.edit(Editor.State())))
        store.send(.rename("rose"))
        if let edit = store.scope(case: \.destination.edit, action: \.destination.edit) {
            found.append(edit.name)
        }
        store.send(.push(Plant.State(id: UUID(number: 1), name: "fern")))
        let pages = store.scope(state: \.path, action: \.path)
        pages[id: 0]?.send(.water)
        found.append("\(pages.map(\.isThirsty))")
        store.send(.path(.push(Plant.State(id: UUID(number: 2), name: "rose"))))
        store.send(.path(.push(Plant.State(id: UUID(number: 3), name: "ivy"))))
        store.send(.back)
        found.append("\(store.state.path.count)")
        store.send(.backToFirst)
        store.send(.path(.pop(from: 0)))
        found.append("\(store.state.path[id: 0] == nil)")
        store.send(.open(.help))
        if let editor = store.scope(state: \.editor, action: \.editor) { found.append(editor.name) }
        found.append(store.scope(state: \.title).state)
        let view = store.scope(state: \.self, action: \.view)
        view.send(.appeared)
        return found
    }

    func attached() -> [String] {
        let printed = Printed()
        let tokens = [
            store.attach(ActionPrinter(to: { printed.append($0) })),
            store.attach(Stopwatch(log: printed)),
            store.attach(Saver(log: printed)),
        ]
        store.send(.account("Dune"))
        withExtendedLifetime(tokens) {}
        return printed.lines
    }

    func kept() async throws -> [String] {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: url) }
        let token = store.attach(Persistence(\.loans, in: .file(url), loaded: \.loansLoaded))
        store.send(.account("Dune"))
        await store.flush()
        store.close()
        withExtendedLifetime(token) {}
        return try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
    }

    func asked() -> [AlertState<Shop.Answer>?] {
        store.send(.ask)
        let asked = store.question
        store.send(.answer(.emptied))
        return [asked, store.question]
    }

    func closed() -> [Bool] {
        let alert = AlertState<Shop.Answer>(
            "Empty the shop?",
            buttons: [.destructive("Empty", action: .emptied)]
        )
        store.send(.open(.alert(alert)))
        let wasOpen = store.state.destination?.is(\.alert) == true
        store.send(.destination(.alert(.dismissed)))
        let front = Store(initialState: .alert(alert)) { Front() }
        front.send(.alert(.emptied))
        return [wasOpen, store.state.destination == nil, front.state == .help]
    }

    func greeted() async -> String {
        let store: StoreOf<Greeting> = Store(initialState: "") { Greeting.twice }
        await store.send(.greet).finish()
        return store.state
    }

    func named() -> [Bool] {
        let action = Shop.Action.view(.appeared)
        return [action.is(\.view.appeared), action[case: \.editor] == nil]
    }
}
