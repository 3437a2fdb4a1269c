// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI

/// Cities by the beginning of their names; the weather of each is loaded when it becomes visible.
package struct CitySearch: Reducer, Sendable {
    /// The actions of the search.
    @CasePathable
    package enum Action: Equatable, Sendable {
        /// The user typed.
        case textChanged(String)
        /// The service answered a search, or failed.
        case answered(String, Result<[City], WeatherError>)
        case requestIsSlow
        /// Other rows became visible; the range counts from zero.
        case windowChanged(Range<Int>)
        /// The user chose the row with this number, counted from one.
        case choose(Int)
        case reload
        case rows(IdentifiedAction<City.ID, CityRow.Action>)
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        package enum Input: Equatable, Sendable {
            case networkChanged(NetworkCondition)
        }

        /// The outputs to the outside.
        package enum Output: Equatable, Sendable {
            case cityChosen(City)
            case requestIsSlow
            case failed(String)
        }
    }

    private enum Work: Hashable { case search }

    /// The time without typing before the service is asked.
    package static let pause = Duration.milliseconds(300)

    @Dependency(\.weatherClient) private var client
    @Dependency(\.clock) private var clock
    @Dependency(\.patience) private var patience
    private let rowsAtOnce: Int

    /// Makes the feature.
    ///
    /// - Parameter rowsAtOnce: The number of rows that load at once, at least one.
    package init(rowsAtOnce: Int = 3) { self.rowsAtOnce = max(1, rowsAtOnce) }

    /// The search, and its rows.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .textChanged(let text):
                return search(for: text, in: &state)
            case .answered(let query, let result):
                return show(result, of: query, in: &state)
            case .windowChanged(let window):
                state.window = max(0, window.lowerBound)..<max(0, window.upperBound)
                return .none
            case .choose(let number):
                return choose(number, in: state)
            case .reload:
                state.forgetWeather()
                return state.query == state.found ? .none : searchAgain(in: &state)
            case .requestIsSlow, .rows(.element(_, .requestIsSlow)):
                return .send(.output(.requestIsSlow))
            case .input(.networkChanged(let network)):
                state.network = network
                return .none
            case .rows, .output:
                return .none
            }
        }
        .forEach(\.rows, action: \.rows) { CityRow() }
        // After any action, there may be room for waiting rows.
        Update { state, _ in state.load(atOnce: rowsAtOnce) }
    }

    private func search(for text: String, in state: inout State) -> Effect<Action> {
        state.text = text
        state.failure = nil
        state.window = 0..<state.window.count
        guard !state.query.isEmpty else {
            state.isSearching = false
            state.found = nil
            state.rows = []
            return .cancel(id: Work.search)
        }
        state.isSearching = true
        return request(in: state).debounce(id: Work.search, for: Self.pause, clock: clock)
    }

    private func searchAgain(in state: inout State) -> Effect<Action> {
        guard !state.query.isEmpty else { return .none }
        state.isSearching = true
        state.failure = nil
        return request(in: state).cancellable(id: Work.search, cancelInFlight: true)
    }

    private func request(in state: State) -> Effect<Action> {
        let (query, network) = (state.query, state.network)
        return .run { [client, clock, patience] send in
            await send.request(
                patience: patience,
                clock: clock,
                isSlow: .requestIsSlow,
                answer: { .answered(query, $0) }
            ) {
                try await client.cities(query, network)
            }
        }
    }

    private func show(
        _ result: Result<[City], WeatherError>,
        of query: String,
        in state: inout State
    ) -> Effect<Action> {
        state.isSearching = false
        switch result {
        case .success(let cities):
            state.found = query
            state.show(cities)
            return .none
        case .failure(let error):
            // Results of another text are not an answer to this one.
            state.found = nil
            state.rows = []
            state.failure = error.message
            return .send(.output(.failed(error.message)))
        }
    }

    private func choose(_ number: Int, in state: State) -> Effect<Action> {
        guard number >= 1, number <= state.rows.count else {
            let reason =
                state.rows.isEmpty
                ? "There is no city to open; search for one first."
                : "There is no row \(number); they are numbered from 1 to \(state.rows.count)."
            return .send(.output(.failed(reason)))
        }
        return .send(.output(.cityChosen(state.rows[number - 1].city)))
    }
}
