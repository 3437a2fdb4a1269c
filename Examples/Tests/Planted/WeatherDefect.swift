// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary
import WeatherAPI

@testable import CitySearchFeature
@testable import ForecastFeature
@testable import WeatherAppFeature

/// Defects of the weather.
enum WeatherDefect: String, Defect {
    case answerForOldText, rowsOutliveFailure, loadsForEver, forecastStays

    private static let cities = ["London", "Lodz", "Lagos"].enumerated().map {
        City(id: $0.offset + 1, name: $0.element, country: "A country")
    }

    private static let down = WeatherError(.status(503), "The service answered 503.")

    static var initialState: WeatherApp.State { WeatherApp.State() }

    static func noise(_ number: Int) -> WeatherApp.Action { .input(.windowChanged(number..<number)) }

    static func prepare(_ dependencies: inout Dependencies, _ answers: Answers) {
        dependencies.weatherClient = WeatherClient(
            cities: { text, _ in try await find(text, answers) },
            weather: { CurrentWeather(city: $0, temperature: 20, wind: 5, sky: $1 == .good ? .clear : .fog) },
            forecast: { city, network in
                guard network == .good else { throw down }
                return ForecastReport(city: cities[city - 1], days: [])
            }
        )
    }

    @Sendable
    private static func find(_ text: String, _ answers: Answers) async throws -> [City] {
        await answers.wait(for: text)
        guard text != "lox" else { throw down }
        return cities.filter { $0.name.lowercased().hasPrefix(text) }
    }

    var steps: [Step<WeatherApp.State, WeatherApp.Action>] {
        let late =
            self == .answerForOldText
            ? [Step<WeatherApp.State, WeatherApp.Action>.wait(#"answered("l","#, 1)] : []
        return [
            .send(.input(.textChanged("l"))), .send(.input(.textChanged("lo"))), .answer("lo"),
            .wait(#"answered("lo""#, 1), .answer("l"),
        ] + late + [
            .send(.input(.windowChanged(0..<2))), .wait("CurrentWeather(", 2), .send(.input(.open(1))),
            .wait("ForecastReport(", 1), .send(.input(.networkChanged(.failing))), .send(.input(.reload)),
            .wait("Forecast.Action.answered(", 2), .send(.input(.textChanged("lox"))), .answer("lox"),
            .wait(#"answered("lox""#, 1),
        ]
    }

    func reducer(_ answers: Answers) -> AnyReducer<WeatherApp.State, WeatherApp.Action> {
        WeatherApp().wrapped { state, action, reduce in
            switch (self, action) {
            case (.answerForOldText, .search(.textChanged(let text))):
                _ = reduce(&state, action)
                // It is not cancelled by the next one.
                return .run(name: "search") { send in
                    await send(
                        .search(.answered(text, .success((try? await Self.find(text, answers)) ?? [])))
                    )
                }
            case (.rowsOutliveFailure, .search(.answered(_, .failure))):
                let rows = state.search.rows
                let effect = reduce(&state, action)
                state.search.rows = rows
                return effect
            case (.loadsForEver, .forecast(.answered(.failure))):
                let request = state.forecast?.request
                let effect = reduce(&state, action)
                state.forecast?.request = request
                return effect
            case (.forecastStays, .input(.textChanged)):
                let forecast = state.forecast
                let effect = reduce(&state, action)
                state.forecast = forecast
                return effect
            default: return reduce(&state, action)
            }
        }
    }
}
