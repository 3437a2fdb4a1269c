// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A warning about the weather of a day.
package struct WeatherWarning: Equatable, Sendable {
    /// The kind of danger.
    package enum Danger: String, CaseIterable, Sendable { case storm, heat, frost, flood = "heavy rain" }

    package let day: CalendarDay
    package let danger: Danger

    /// One sentence.
    package var sentence: String { "\(day.weekday) \(day): \(danger.rawValue)." }
}

extension ForecastReport {
    /// The warnings for all days, in order.
    package var warnings: [WeatherWarning] {
        days.flatMap { day in
            WeatherWarning.Danger.allCases.filter { day.has($0) }.map {
                WeatherWarning(day: day.day, danger: $0)
            }
        }
    }
}

extension DayForecast {
    fileprivate func has(_ danger: WeatherWarning.Danger) -> Bool {
        switch danger {
        case .storm: sky == .storm
        case .heat: highest >= 35
        case .frost: lowest <= -5
        case .flood: sky == .rain && precipitation >= 90
        }
    }
}
