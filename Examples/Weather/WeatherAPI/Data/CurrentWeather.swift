// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The current weather of a city.
package struct CurrentWeather: Codable, Equatable, Sendable {
    package var city: City.ID
    /// In degrees Celsius.
    package var temperature: Int
    /// In kilometers per hour.
    package var wind: Int
    package var sky: Sky

    package init(city: City.ID, temperature: Int, wind: Int, sky: Sky) {
        self.city = city
        self.temperature = temperature
        self.wind = wind
        self.sky = sky
    }
}
