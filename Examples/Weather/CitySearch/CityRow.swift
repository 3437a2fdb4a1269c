// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI

/// A city in the results, and its current weather.
///
/// The search decides which rows load. The state of a row contains its request, so the request lives as long
/// as the row.
package struct CityRow: Reducer, Sendable {
    /// The actions of a row.
    @CasePathable
    package enum Action: Equatable, Sendable {
        case answered(Result<CurrentWeather, WeatherError>)
        case requestIsSlow
    }

    @Dependency(\.weatherClient) private var client
    @Dependency(\.clock) private var clock
    @Dependency(\.patience) private var patience

    package init() {}

    /// The row.
    package var body: some Reducer<State, Action> {
        Update { state, action in
            switch action {
            case .answered(.success(let weather)): state.weather = .loaded(weather)
            case .answered(.failure(let error)): state.weather = .failed(error.message)
            case .requestIsSlow: break
            }
        }
        .feedback(\.request) { [client, clock, patience] request, send in
            await send.request(
                patience: patience,
                clock: clock,
                isSlow: .requestIsSlow,
                answer: Action.answered
            ) {
                try await client.weather(request.city, request.network)
            }
        }
    }
}
