// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import CitySearchFeature
package import ForecastFeature
package import Tributary
package import WeatherAPI

/// The search and a forecast together: it connects their outputs, and emits alerts.
package struct WeatherApp: Reducer, Sendable {
    /// The actions of the app.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case search(CitySearch.Action)
        case forecast(Forecast.Action)
        case input(Input)
        case output(Output)

        /// The inputs from the user.
        package enum Input: Equatable, Sendable {
            /// The text of the search field changed.
            case textChanged(String)
            /// Other rows came into view.
            case windowChanged(Range<Int>)
            /// Opens the row with this number, counted from one.
            case open(Int)
            case back
            case reload
            case networkChanged(NetworkCondition)
        }

        /// The outputs to the user, once for each event.
        package enum Output: Equatable, Sendable {
            case alert(Alert)
        }
    }

    private let rowsAtOnce: Int

    /// Makes the feature.
    ///
    /// - Parameter rowsAtOnce: The number of rows that load at once.
    package init(rowsAtOnce: Int = 3) { self.rowsAtOnce = rowsAtOnce }

    /// The search, the forecast, and the connection between them.
    package var body: some Reducer<State, Action> {
        Scope(state: \.search, action: \.search) { CitySearch(rowsAtOnce: rowsAtOnce) }
        Reduce { state, action in
            switch action {
            case .input(let input):
                return answer(input, in: &state)
            case .search(.output(.cityChosen(let city))):
                state.forecast = Forecast.State(city: city, network: state.network)
                return .none
            case .search(.output(.failed(let reason))), .forecast(.output(.failed(let reason))):
                return .send(.output(.alert(Alert(.problem, reason))))
            case .forecast(.output(.warned(let warnings))):
                let text = warnings.map(\.sentence).joined(separator: " ")
                return .send(.output(.alert(Alert(.warning, text))))
            case .search(.output(.requestIsSlow)), .forecast(.output(.requestIsSlow)):
                return warnOfSlowNetwork(in: &state)
            case .search, .forecast, .output:
                return .none
            }
        }
        .ifLet(\.forecast, action: \.forecast) { Forecast() }
    }

    private func answer(_ input: Action.Input, in state: inout State) -> Effect<Action> {
        switch input {
        case .textChanged(let text):
            state.forecast = nil
            return .send(.search(.textChanged(text)))
        case .windowChanged(let window):
            return .send(.search(.windowChanged(window)))
        case .open(let number):
            return .send(.search(.choose(number)))
        case .back:
            guard state.forecast == nil else {
                state.forecast = nil
                return .none
            }
            return .send(.output(.alert(Alert(.problem, "There is nothing to go back to."))))
        case .reload:
            return .send(state.forecast == nil ? .search(.reload) : .forecast(.reload))
        case .networkChanged(let network):
            state.network = network
            let search = Effect.send(Action.search(.input(.networkChanged(network))))
            guard state.forecast != nil else { return search }
            return search.merge(with: .send(.forecast(.input(.networkChanged(network)))))
        }
    }

    private func warnOfSlowNetwork(in state: inout State) -> Effect<Action> {
        guard !state.hasWarnedOfSlowNetwork else { return .none }
        state.hasWarnedOfSlowNetwork = true
        return .send(
            .output(.alert(Alert(.warning, "The network is slow: answers take longer than usual.")))
        )
    }
}
