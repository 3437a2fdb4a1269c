// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
package import ForecastFeature
internal import TerminalKit
internal import Tributary
internal import WeatherAPI
package import WeatherAppFeature

/// The middle of the screen: the visible rows, or a forecast.
package struct BodyProps: Equatable {
    /// The content.
    package enum Content: Equatable {
        /// The rows, and whether they are the results of the current search text.
        case rows([Row], isCurrent: Bool)
        case forecast(Forecast.State)
    }

    /// A row on the screen.
    package struct Row: Equatable {
        var name: String
        var weather: String
        /// In degrees Celsius, if known.
        var temperature: Int?
        var isProblem: Bool
    }

    package var content = Content.rows([], isCurrent: true)
    package var selection = 0
    package var first = 0

    /// The lines.
    static func lines(_ props: BodyProps, in size: WindowSize) -> [StyledLine] {
        switch props.content {
        case .forecast(let forecast): lines(forecast, in: size)
        case .rows(let rows, let isCurrent):
            rows.enumerated().dropFirst(props.first).prefix(size.rows).map { offset, row in
                line(row, isSelected: offset == props.selection, isCurrent: isCurrent, in: size.columns)
            }
        }
    }

    private static func line(_ row: Row, isSelected: Bool, isCurrent: Bool, in columns: Int) -> StyledLine {
        let style: LineStyle = isSelected ? .selected : isCurrent ? .plain : .faint
        let name = "\(isSelected ? ">" : " ") \(row.name)".withoutControls
        let line =
            StyledLine(name.fitted(to: max(10, min(34, columns / 2))), style)
            + StyledLine(" " + row.weather.fitted(to: 30), row.isProblem ? .problem : style)
        let left = columns - line.text.columns - 1
        guard let temperature = row.temperature, isCurrent, left >= 4 else { return line }
        // From 20 degrees below zero to 40 above.
        let bar = BlockBar.lying(Double(temperature + 20) / 60, columns: min(20, left))
        return line + StyledLine(" ") + StyledLine(bar, heat(temperature))
    }

    private static func heat(_ temperature: Int) -> LineStyle {
        switch temperature {
        case ..<5: .category(0)
        case ..<15: .category(5)
        case ..<25: .category(1)
        default: .category(7)
        }
    }

    private static func lines(_ forecast: Forecast.State, in size: WindowSize) -> [StyledLine] {
        let days = forecast.report?.days ?? []
        let warnings = (forecast.report?.warnings ?? []).prefix(3).map {
            StyledLine("  ! \($0.sentence)", .warning)
        }
        let state: [StyledLine] =
            if forecast.isLoading {
                [StyledLine("  loading…", .faint)]
            } else if days.isEmpty {
                [StyledLine("  There is no forecast; press r to ask again.", .problem)]
            } else if forecast.failure != nil {
                [
                    StyledLine(
                        "  This is from before: it could not be loaded again; r asks once more.",
                        .warning
                    )
                ]
            } else {
                []
            }
        let head = [StyledLine("  \(forecast.city)", .accent)] + state + warnings
        let words = days.map { StyledLine("  " + $0.words) }
        let room = WindowSize(columns: size.columns, rows: size.rows - head.count - 2)
        let chart = ForecastChart(days: days).lines(in: room)
        guard !chart.isEmpty else { return head + words }
        return head + [StyledLine("")] + chart + [StyledLine("")] + words
    }
}

extension BodyProps.Content {
    package init(_ state: WeatherApp.State) {
        if let forecast = state.forecast {
            self = .forecast(forecast)
        } else {
            let search = state.search
            self = .rows(search.rows.map(BodyProps.Row.init), isCurrent: search.found == search.query)
        }
    }
}

extension BodyProps.Row {
    fileprivate init(_ row: CityRow.State) {
        name = row.city.description
        weather = row.weather.words
        temperature = if case .loaded(let weather) = row.weather { weather.temperature } else { nil }
        isProblem = if case .failed = row.weather { true } else { false }
    }
}
