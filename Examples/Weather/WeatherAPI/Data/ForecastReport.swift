// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the service knows of the days to come in a city.
package struct ForecastReport: Codable, Equatable, Sendable {
    package var city: City
    package var days: [DayForecast]

    package init(city: City, days: [DayForecast]) {
        self.city = city
        self.days = days
    }
}
