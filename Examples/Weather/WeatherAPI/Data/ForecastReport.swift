// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The forecast of a city, as the service sends it.
package struct ForecastReport: Codable, Equatable, Sendable {
    package var city: City
    package var days: [DayForecast]

    package init(city: City, days: [DayForecast]) {
        self.city = city
        self.days = days
    }
}
