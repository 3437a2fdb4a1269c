// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

@MainActor
enum ReadMe {
    static func use() async -> [[String]] {
        var printed: [[String]] = []
        func print(_ titles: [String]) { printed.append(titles) }
        // page: use
        let store = Store(initialState: Catalog.State()) { Catalog { ["All about \($0)"] } }
        let token = store.observe(\.titles) { titles in print(titles) }  // prints [] at once
        await store.send(.typed("tea")).finish()  // waits for the effect, and prints ["All about tea"]
        // page: end
        token.cancel()
        return printed
    }

    static func explored() async {
        // page: explore
        await explore {
            let store = TestStore(initialState: Catalog.State()) { Catalog { ["All about \($0)"] } }
            await store.send(.typed("te"))
            await store.send(.typed("tea"))
            await store.finish()
            #expect(store.state.titles == ["All about tea"])
        }
        // page: end
    }

    static func mended() async {
        await explore {
            let store = TestStore(initialState: Catalog.State()) { MendedCatalog { ["All about \($0)"] } }
            await store.send(.typed("te"))
            await store.send(.typed("tea"))
            await store.finish()
            #expect(store.state.titles == ["All about tea"])
        }
    }

    static func scoped() async -> [String] {
        let ask: @Sendable (String) async -> [String] = { ["All about \($0)"] }
        let store = Store(initialState: Bookshop.State()) { Bookshop(ask: ask) }
        // page: scope
        let catalog = store.scope(state: \.catalog, action: \.catalog)  // a StoreOf<Catalog>
        await catalog.send(.typed("tea")).finish()
        // page: end
        return store.catalog.titles
    }
}

struct Bookshop: Reducer {
    struct State: Equatable {
        var catalog = Catalog.State()
        var lent = 0
    }

    @CasePathable
    enum Action {
        case catalog(Catalog.Action)
        case lend
    }

    let ask: @Sendable (String) async -> [String]

    // page: bookshop
    var body: some Reducer<State, Action> {
        Scope(state: \.catalog, action: \.catalog) { Catalog(ask: ask) }
        Update { state, action in
            if case .lend = action { state.lent += 1 }
        }
    }
    // page: end
}

private struct MendedCatalog: Reducer {
    let ask: @Sendable (String) async -> [String]

    func reduce(into state: inout Catalog.State, action: Catalog.Action) -> Effect<Catalog.Action> {
        switch action {
        case .typed(let query):
            // page: mended
            return .run(name: "ask for \(query)") { [ask] send in await send(.answered(ask(query))) }
                .cancellable(id: "search", cancelInFlight: true)
        // page: end
        case .answered(let titles):
            state.titles = titles
            return .none
        }
    }
}
