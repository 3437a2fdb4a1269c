// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

// page: feature
struct CitySearch: Reducer {
    struct State: Equatable, Sendable {
        var query = ""
        var cities: [String] = []
    }

    @CasePathable
    enum Action: Sendable {
        case typed(String)
        case found([String])
    }

    private enum Work { case search }

    @Dependency(\.cityClient) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .typed(let query):
            state.query = query
            guard !query.isEmpty else {
                state.cities = []
                return .cancel(id: Work.search)
            }
            return .run { send in
                await send(.found(try await client.cities(prefix: query)))
            }
            .debounce(id: Work.search, for: .milliseconds(300))
        case .found(let cities):
            state.cities = cities
            return .none
        }
    }
}
// page: end

// page: client
@Client
struct CityClient {
    var cities: @Sendable (_ prefix: String) async throws -> [String]
}

extension Dependencies {
    var cityClient: CityClient {
        get { self[CityClient.self] }
        set { self[CityClient.self] = newValue }
    }
}
// page: end

/// The tests of the article on debouncing.
@MainActor
struct DebounceInput {
    func debounced() async {
        // page: test
        let clock = TestClock()
        let store = TestStore(initialState: CitySearch.State()) {
            CitySearch()
        } dependencies: {
            $0.clock = clock
            $0.cityClient.cities = { prefix in ["\(prefix)…"] }
        }
        await store.send(.typed("L")) { $0.query = "L" }
        await clock.advance(by: .milliseconds(200))
        await store.send(.typed("Li")) { $0.query = "Li" }  // restarts the 300 ms
        await clock.advance(by: .milliseconds(300))
        await store.receive(\.found) { $0.cities = ["Li…"] }
        // page: end
    }

    func cleared() async {
        // page: clear
        let clock = TestClock()
        let store = TestStore(initialState: CitySearch.State()) {
            CitySearch()
        } dependencies: {
            $0.clock = clock
        }
        await store.send(.typed("L")) { $0.query = "L" }
        await store.send(.typed("")) { $0.query = "" }
        await clock.advance(by: .seconds(1))
        await store.finish()  // no request was sent
        // page: end
    }

    func explored() async -> Bool {
        // page: explore
        let exploration = await explore {
            let store = TestStore(initialState: CitySearch.State()) {
                CitySearch()
            } dependencies: {
                $0.clock = ImmediateClock()
                $0.cityClient.cities = { prefix in ["\(prefix)…"] }
            }
            await store.send(.typed("L"))
            await store.send(.typed("Li"))
            await store.finish()
            #expect(store.state.cities == ["Li…"])
        }
        // page: end
        return exploration.isComplete
    }
}
