// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Tributary
import TributaryTesting

// page: shares
struct PlantPage: Reducer {
    struct Page: Equatable {  // kept in the stack
        let plantID: UUID
        var isEditing = false
    }

    struct State: Equatable {  // changed by the reducer
        var page: Page
        var plant: Plant.State
    }

    @CasePathable
    enum Action: Equatable { case renamed(String) }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .renamed(let name): state.plant.name = name
            }
        }
    }
}

struct Greenhouse: Reducer {
    struct State: Equatable {
        var plants: IdentifiedArrayOf<Plant.State> = []
        var path: Stack<PlantPage.Page> = []

        static var pages: Join<Self, PlantPage.Page, PlantPage.State> {
            Join(\.plants, on: \.plantID) { page, plant in
                plant.map { PlantPage.State(page: page, plant: $0) }
            } separating: { state in
                (state.page, state.plant)
            }
        }
    }

    @CasePathable
    enum Action: Equatable {
        case plantTapped(UUID)
        case path(StackAction<PlantPage.Page, PlantPage.Action>)
    }

    var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .plantTapped(let id): state.path.append(PlantPage.Page(plantID: id))
            case .path: break
            }
        }
        .forEach(stack: \.path, action: \.path, joining: State.pages) { PlantPage() }
    }
}
// page: end

/// The tests of a page that shares.
@MainActor
struct TCASharing {
    func tested() async {
        // page: sharing
        let rose = Plant.State(id: UUID(number: 1), name: "rose")
        let store = TestStore(initialState: Greenhouse.State(plants: [rose])) { Greenhouse() }
        await store.send(.plantTapped(rose.id)) {
            $0.path = [PlantPage.Page(plantID: rose.id)]
        }
        await store.send(.path(.element(id: 0, action: .renamed("tulip")))) {
            $0.plants[id: rose.id]?.name = "tulip"
        }

        let page = TestStore(
            initialState: PlantPage.State(page: PlantPage.Page(plantID: rose.id), plant: rose)
        ) {
            PlantPage()
        }
        await page.send(.renamed("tulip")) { $0.plant.name = "tulip" }
        // page: end
    }
}
