// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI

/// The forecast of one city.
///
/// The state contains the request: replacing the city cancels the request of the previous one.
package struct Forecast: Reducer, Sendable {
    /// The actions of the forecast.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case reload
        case answered(Result<ForecastReport, WeatherError>)
        case requestIsSlow
        case input(Input)
        case output(Output)

        /// The inputs from outside.
        package enum Input: Equatable, Sendable {
            case networkChanged(NetworkCondition)
        }

        /// The outputs to the outside.
        package enum Output: Equatable, Sendable {
            case requestIsSlow
            case failed(String)
            /// New warnings about the weather.
            case warned([WeatherWarning])
        }
    }

    @Dependency(\.weatherClient) private var client
    @Dependency(\.clock) private var clock
    @Dependency(\.patience) private var patience

    package init() {}

    /// The forecast.
    package var body: some Reducer<State, Action> {
        Reduce { state, action in
            switch action {
            case .reload:
                state.ask()
                return .none
            case .answered(.success(let report)):
                state.request = nil
                let isNew = report.warnings != state.report?.warnings
                state.report = report
                guard isNew, !report.warnings.isEmpty else { return .none }
                return .send(.output(.warned(report.warnings)))
            case .answered(.failure(let error)):
                state.request = nil
                state.failure = error.message
                return .send(.output(.failed(error.message)))
            case .requestIsSlow:
                return .send(.output(.requestIsSlow))
            case .input(.networkChanged(let network)):
                state.network = network
                return .none
            case .output:
                return .none
            }
        }
        .feedback(\.request) { [client, clock, patience] request, send in
            await send.request(
                patience: patience,
                clock: clock,
                isSlow: .requestIsSlow,
                answer: Action.answered
            ) {
                try await client.forecast(request.city, request.network)
            }
        }
    }
}
