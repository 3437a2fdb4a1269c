// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The forecast of one day.
package struct DayForecast: Codable, Equatable, Sendable {
    package var day: CalendarDay
    /// In degrees Celsius.
    package var lowest: Int
    /// In degrees Celsius.
    package var highest: Int
    /// The chance of rain or snow, in percent.
    package var precipitation: Int
    package var sky: Sky

    package init(day: CalendarDay, lowest: Int, highest: Int, precipitation: Int, sky: Sky) {
        self.day = day
        self.lowest = lowest
        self.highest = highest
        self.precipitation = precipitation
        self.sky = sky
    }
}
