// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary

/// The features' access to the service; all errors are a `WeatherError`.
package struct WeatherClient: Sendable {
    /// The cities whose names begin with some letters, under a condition of the network.
    package var cities: @Sendable (_ prefix: String, _ network: NetworkCondition) async throws -> [City]

    /// The current weather in a city.
    package var weather:
        @Sendable (_ city: City.ID, _ network: NetworkCondition) async throws -> CurrentWeather

    /// The forecast of a city.
    package var forecast:
        @Sendable (_ city: City.ID, _ network: NetworkCondition) async throws -> ForecastReport

    package init(
        cities: @escaping @Sendable (String, NetworkCondition) async throws -> [City],
        weather: @escaping @Sendable (City.ID, NetworkCondition) async throws -> CurrentWeather,
        forecast: @escaping @Sendable (City.ID, NetworkCondition) async throws -> ForecastReport
    ) {
        self.cities = cities
        self.weather = weather
        self.forecast = forecast
    }
}

extension Dependencies {
    /// The features' access to the service; there is no default.
    package var weatherClient: WeatherClient {
        get { self[WeatherClientKey.self] }
        set { self[WeatherClientKey.self] = newValue }
    }
}

private enum WeatherClientKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> WeatherClient {
        let error = WeatherError(.unreachable, "No service was named: set “weatherClient” of the store.")
        return WeatherClient(
            cities: { _, _ in throw error },
            weather: { _, _ in throw error },
            forecast: { _, _ in throw error }
        )
    }
}
