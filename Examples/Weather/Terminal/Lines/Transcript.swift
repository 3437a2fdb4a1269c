// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
internal import ForecastFeature
internal import Tributary
internal import WeatherAPI
package import WeatherAppFeature

/// The lines that answer commands: a pure function of the state.
package enum Transcript {
    /// The number of rows to print if the command names none.
    static let rowLimit = 20

    /// The answer to a command.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - state: The state after it was carried out.
    /// - Returns: The lines.
    package static func lines(after command: Command, in state: WeatherApp.State) -> [String] {
        switch command {
        case .app(.networkChanged(let network)): ["The network is \(network.rawValue) now."]
        case .app(.windowChanged) where state.forecast == nil: rows(state.search.shown, of: state.search)
        case .app, .list: screen(state)
        case .help: Command.overview.split(separator: "\n").map(String.init)
        case .alerts, .quit: []
        }
    }

    /// The line for an alert.
    package static func line(_ alert: Alert) -> String {
        (alert.kind == .warning ? "? " : "! ") + alert.text.printable
    }

    /// The line for an invalid command.
    package static func problem(_ text: String) -> String { "! " + text }

    private static func screen(_ state: WeatherApp.State) -> [String] {
        if let forecast = state.forecast { return lines(forecast) }
        let search = state.search
        let count = search.rows.count
        return [search.headline] + rows(0..<min(count, rowLimit), of: search)
            + (count > rowLimit ? ["      … and \(count - rowLimit) more"] : [])
    }

    private static func lines(_ forecast: Forecast.State) -> [String] {
        let title = forecast.city.description.printable
        guard let report = forecast.report else {
            return [title, forecast.isLoading ? "  loading…" : "  There is no forecast."]
        }
        let old = forecast.failure == nil ? [] : ["  This is from before: it could not be loaded again."]
        return [title] + old + report.days.map { "  " + $0.words }
    }

    private static func rows(_ range: Range<Int>, of search: CitySearch.State) -> [String] {
        if range.isEmpty, !search.rows.isEmpty { return ["There are only \(search.rows.count) rows."] }
        return range.map { index in
            let row = search.rows[index]
            let name = "\(index + 1).".indented(to: 4) + " " + row.city.description.printable
            let weather = row.weather.words.printable
            return weather.isEmpty ? name : name.padded(to: 34) + " " + weather
        }
    }
}
