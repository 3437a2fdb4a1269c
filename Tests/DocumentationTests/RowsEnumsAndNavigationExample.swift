// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary

// page: row
struct Recipe: Reducer {
    struct State: Equatable, Identifiable, Sendable {
        let id: Int
        var name: String
        var stars = 0
    }

    @CasePathable
    enum Action: Sendable {
        case starred
        case deleteTapped
        case output(Output)

        @CasePathable
        enum Output: Equatable, Sendable { case deleted }
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .starred:
            state.stars += 1
            return .none
        case .deleteTapped:
            return .send(.output(.deleted))
        case .output:
            return .none
        }
    }
}
// page: end

// page: rows
struct Cookbook: Reducer {
    struct State: Equatable, Sendable {
        var recipes: IdentifiedArrayOf<Recipe.State> = []
    }

    @CasePathable
    enum Action: Sendable {
        case add(Recipe.State)
        case recipes(IdentifiedActionOf<Recipe>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .add(let recipe): state.recipes.append(recipe)
            case .recipes: break
            }
        }
        .forEach(\.recipes, action: \.recipes, closedBy: \.output.deleted) { Recipe() }
    }
}
// page: end

// page: cases
struct Kitchen: Reducer {
    @CasePathable
    enum State: Equatable, Sendable {
        case closed
        case cooking(Recipe.State)
    }

    @CasePathable
    enum Action: Sendable {
        case cook(Recipe.State)
        case cooking(Recipe.Action)
        case close
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .cook(let recipe): state = .cooking(recipe)
            case .close: state = .closed
            case .cooking: break
            }
        }
        .ifCaseLet(\.cooking, action: \.cooking) { Recipe() }
    }
}
// page: end

// page: destinations
struct Shelf: Reducer {
    @ReducerCases
    enum Destination {
        case recipe(Recipe)
        case cookbook(Cookbook)
        case help
    }

    enum Answer: Equatable, Sendable { case cleared, dismissed }

    struct State: Equatable, Sendable {
        var count = 3
        var destination: Destination.State?
        var question: AlertState<Answer>?
    }

    @CasePathable
    enum Action: Sendable {
        case open(Destination.State)
        case closed
        case clearTapped
        case destination(Destination.Action)
        case answer(Answer)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .open(let destination):
                state.destination = destination
            case .closed:
                state.destination = nil
            case .clearTapped:
                state.question = AlertState(
                    "Clear the shelf?",
                    buttons: [.destructive("Clear", action: .cleared), .cancel("Keep")]
                )
            case .answer(.cleared):
                state.count = 0
            case .answer, .destination:
                break
            }
        }
        .ifLet(\.destination, action: \.destination, closedBy: \.recipe.output.deleted) { Destination() }
        .clear(\.question, on: \.answer)
    }
}

extension Shelf.Destination.State: Equatable, Sendable {}
extension Shelf.Destination.Action: Sendable {}
// page: end

// page: pages
struct Library: Reducer {
    @ReducerCases
    enum Page {
        case cookbook(Cookbook)
        case recipe(Recipe)
    }

    struct State: Equatable, Sendable { var path: Stack<Page.State> = [] }

    @CasePathable
    enum Action: Sendable {
        case open([Page.State])
        case path(StackActionOf<Page>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            if case .open(let pages) = action { state.path = Stack(pages) }
        }
        .forEach(stack: \.path, action: \.path, closedBy: \.recipe.output.deleted) { Page() }
    }
}

extension Library.Page.State: Equatable, Sendable {}
extension Library.Page.Action: Sendable {}
// page: end

/// The examples of the article.
@MainActor
struct RowsEnumsAndNavigation {
    func rows() -> [Int] {
        // page: scopes
        let store = Store(initialState: Cookbook.State()) { Cookbook() }
        store.send(.add(Recipe.State(id: 1, name: "Soup")))
        let rows = store.scope(state: \.recipes, action: \.recipes)
        if let soup = rows[id: 1] {
            soup.send(.starred)  // a `StoreOf<Recipe>`
        }
        // page: end
        let stars = store.recipes.map(\.stars)
        rows[id: 1]?.send(.deleteTapped)
        return stars + [store.recipes.count]
    }

    func cases() -> [Bool] {
        let store = Store(initialState: Kitchen.State.closed) { Kitchen() }
        // page: kitchen
        store.send(.cook(Recipe.State(id: 1, name: "Soup")))
        if let cooking = store.scope(case: \.cooking, action: \.cooking) { cooking.send(.starred) }
        let isCooking = store.state.is(\.cooking)
        let stars = store.state[case: \.cooking]?.stars
        // page: end
        store.send(.close)
        return [isCooking, stars == 1, store.state == .closed]
    }

    func pages() -> [Int] {
        // page: deep
        let soup = Recipe.State(id: 1, name: "Soup")
        let store = Store(initialState: Library.State()) { Library() }
        store.send(.open([.cookbook(Cookbook.State(recipes: [soup])), .recipe(soup)]))
        let pages = store.scope(state: \.path, action: \.path)
        let recipe = pages[id: 1]?.scope(case: \.recipe, action: \.recipe)
        // page: end
        let count = store.path.count
        recipe?.send(.deleteTapped)
        let rest = store.path.count
        store.send(.path(.pop(from: 0)))
        return [count, rest, store.path.count]
    }

    func joined() -> [Int] {
        let store = Store(initialState: Cabinet.State()) { Cabinet() }
        store.send(.add(Recipe.State(id: 1, name: "Soup")))
        store.send(.read(1))
        store.send(.path(.element(id: 0, action: .starred)))
        return [
            store.recipes[id: 1]?.stars ?? 0,
            store.scope(state: \.path, action: \.path, joining: Cabinet.State.readings)[id: 0]?.recipe.stars
                ?? 0,
        ]
    }

    func destinations() -> [String] {
        let store = Store(initialState: Shelf.State()) { Shelf() }
        // page: link
        store.send(.open(.recipe(Recipe.State(id: 1, name: "Soup"))))  // such as from a link
        let recipe = store.scope(case: \.destination.recipe, action: \.destination.recipe)
        // page: end
        let name = recipe?.name ?? ""
        recipe?.send(.deleteTapped)
        let isClosed = store.destination == nil
        store.send(.clearTapped)
        let question = store.question?.title ?? ""
        store.send(.answer(.cleared))
        return [name, "\(isClosed)", question, "\(store.count)", "\(store.question == nil)"]
    }
}
