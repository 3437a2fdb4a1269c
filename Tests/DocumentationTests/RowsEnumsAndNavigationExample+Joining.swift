// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

// page: reading
struct Reading: Reducer {
    struct Page: Equatable, Sendable {  // kept in the stack
        let recipeID: Int
        var isLarge = false
    }

    struct State: Equatable, Sendable {  // changed by the reducer
        var page: Page
        var recipe: Recipe.State
    }

    @CasePathable
    enum Action: Sendable { case enlarge, starred }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .enlarge: state.page.isLarge = true
            case .starred: state.recipe.stars += 1
            }
        }
    }
}

struct Cabinet: Reducer {
    struct State: Equatable, Sendable {
        var recipes: IdentifiedArrayOf<Recipe.State> = []
        var path: Stack<Reading.Page> = []

        static var readings: Join<Self, Reading.Page, Reading.State> {
            Join(\.recipes, on: \.recipeID) { page, recipe in
                recipe.map { Reading.State(page: page, recipe: $0) }
            } separating: { state in
                (state.page, state.recipe)
            }
        }
    }

    @CasePathable
    enum Action: Sendable {
        case add(Recipe.State)
        case read(Int)
        case path(StackAction<Reading.Page, Reading.Action>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .add(let recipe): state.recipes.append(recipe)
            case .read(let id): state.path.append(Reading.Page(recipeID: id))
            case .path: break
            }
        }
        .forEach(stack: \.path, action: \.path, joining: State.readings) { Reading() }
    }
}
// page: end
