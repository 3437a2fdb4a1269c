// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import CitySearchFeature
package import WeatherAPI

extension CurrentWeather {
    /// The weather in words.
    package var words: String { "\(temperature) °C, \(sky.rawValue), wind \(wind) km/h" }
}

extension DayForecast {
    /// The day's weather in words.
    package var words: String {
        let range = "\(lowest)…\(highest) °C".indented(to: 11)
        return
            "\(day.weekday) \(day)  \(range)  \(sky.rawValue.padded(to: 6))  \("\(precipitation)".indented(to: 3)) % wet"
    }
}

extension CityRow.Weather {
    /// The state of a row's weather in words.
    package var words: String {
        switch self {
        case .unasked: ""
        case .waiting: "…"
        case .loading: "loading…"
        case .loaded(let weather): weather.words
        case .failed(let reason): "not known: " + reason
        }
    }
}

extension CitySearch.State {
    /// The result of the search in words.
    package var headline: String {
        if isSearching { return "Searching for “\(query.printable)”…" }
        if failure != nil { return "Nothing is known of “\(query.printable)”: it could not be asked for." }
        guard let found else { return "Nothing was found yet; search for a city." }
        let start = "with “\(found.printable)”."
        return switch rows.count {
        case 0: "No city begins " + start
        case 1: "1 city begins " + start
        case let count: "\(count) cities begin " + start
        }
    }
}
