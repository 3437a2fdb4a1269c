// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import WeatherAPI

extension City {
    static let london = City(id: 1, name: "London", country: "United Kingdom")
    static let lodz = City(id: 2, name: "Lodz", country: "Poland")
    static let lagos = City(id: 3, name: "Lagos", country: "Nigeria")
    static let lima = City(id: 4, name: "Lima", country: "Peru")
    static let lyon = City(id: 5, name: "Lyon", country: "France")
    static let all = [london, lodz, lagos, lima, lyon]
}

extension CurrentWeather {
    /// Weather whose temperature identifies its city.
    static func made(for city: City.ID) -> CurrentWeather {
        CurrentWeather(city: city, temperature: city * 10, wind: 5, sky: .clear)
    }
}

extension ForecastReport {
    /// A report that identifies its city, and by the number of its days, if needed, its request.
    static func made(for city: City, days: Int = 1) -> ForecastReport {
        let day = DayForecast(
            day: CalendarDay(number: 0),
            lowest: city.id,
            highest: city.id + 1,
            precipitation: 0,
            sky: .fog
        )
        return ForecastReport(city: city, days: Array(repeating: day, count: days))
    }
}

extension WeatherError {
    static let down = WeatherError(.status(503), "The service answered 503: It was asked to fail.")
}

extension WeatherClient {
    /// A client that answers at once, or after a delay, depending on the condition of the network.
    static func made(clock: any Clock<Duration> & Sendable) -> WeatherClient {
        @Sendable func pass(_ network: NetworkCondition) async throws {
            switch network {
            case .good: break
            case .slow: try await clock.sleep(for: .seconds(3))
            default: throw WeatherError.down
            }
        }
        return WeatherClient(
            cities: { prefix, network in
                try await pass(network)
                return City.all.filter { $0.name.lowercased().hasPrefix(prefix.lowercased()) }
            },
            weather: { city, network in
                try await pass(network)
                return .made(for: city)
            },
            forecast: { id, network in
                try await pass(network)
                let city = try #require(City.all.first { $0.id == id })
                return .made(for: city)
            }
        )
    }
}
