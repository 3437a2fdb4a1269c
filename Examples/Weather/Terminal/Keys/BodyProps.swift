// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
internal import ForecastFeature
package import TerminalKit
internal import Tributary
internal import WeatherAPI
package import WeatherAppFeature

/// What is in the middle: the rows that are in view, or a forecast.
package struct BodyProps: Equatable {
    /// What the app has to show.
    package enum Content: Equatable {
        case rows([Row])
        case forecast([StyledLine])
    }

    /// A row as it is shown.
    package struct Row: Equatable {
        var name: String
        var weather: String
        var isProblem: Bool
    }

    package var content = Content.rows([])
    package var selection = 0
    package var first = 0

    /// The lines.
    static func lines(_ props: BodyProps, in size: WindowSize) -> [StyledLine] {
        switch props.content {
        case .forecast(let lines): lines
        case .rows(let rows):
            rows.enumerated().dropFirst(props.first).prefix(size.rows).map { offset, row in
                let isSelected = offset == props.selection
                let name = "\(isSelected ? ">" : " ") \(row.name)"
                let width = max(10, min(40, size.columns / 2))
                return StyledLine(name.withoutControls.fitted(to: width), isSelected ? .selected : .plain)
                    + StyledLine(
                        " " + row.weather,
                        row.isProblem ? .problem : isSelected ? .selected : .plain
                    )
            }
        }
    }
}

extension BodyProps.Content {
    package init(_ state: WeatherApp.State) {
        if let forecast = state.forecast {
            self = .forecast(Self.lines(forecast))
        } else {
            self = .rows(state.search.rows.map(BodyProps.Row.init))
        }
    }

    private static func lines(_ forecast: Forecast.State) -> [StyledLine] {
        let title = [StyledLine(""), StyledLine("  \(forecast.city)", .bold), StyledLine("")]
        let days = forecast.report?.days.map { StyledLine("  " + $0.words) } ?? []
        let state =
            switch (forecast.isLoading, days.isEmpty) {
            case (true, _): [StyledLine("  loading…", .faint)]
            case (false, true): [StyledLine("  There is no forecast; press r to ask again.", .problem)]
            case (false, false): [StyledLine]()
            }
        return title + days + state
    }
}

extension BodyProps.Row {
    fileprivate init(_ row: CityRow.State) {
        name = row.city.description
        weather = row.weather.words
        isProblem = if case .failed = row.weather { true } else { false }
    }
}
