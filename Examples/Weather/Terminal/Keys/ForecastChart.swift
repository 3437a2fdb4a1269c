// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import WeatherAPI

/// The forecast as a picture: curves of the temperature, bars of the rain, and a column for each day.
struct ForecastChart {
    /// The number of rows of the curves.
    private static let height = 6
    /// The number of rows of the bars.
    private static let depth = 2

    let days: [DayForecast]

    /// The lines; none if there is too little room for a picture.
    func lines(in size: WindowSize) -> [StyledLine] {
        let axis = 6
        let width = days.isEmpty ? 0 : min(8, (size.columns - axis) / days.count)
        guard width >= 2, size.rows >= Self.height + Self.depth + 1 else { return [] }
        return temperature(width: width, axis: axis) + rain(width: width, axis: axis)
            + names(width: width, axis: axis)
    }

    private func temperature(width: Int, axis: Int) -> [StyledLine] {
        let low = days.map(\.lowest).min() ?? 0
        let high = max(days.map(\.highest).max() ?? 0, low + 1)
        let size = WindowSize(columns: width * days.count, rows: Self.height)
        func curve(_ part: (DayForecast) -> Int) -> BrailleCurve {
            BrailleCurve(days.map { Double(part($0)) }, in: Double(low)...Double(high), size: size)
        }
        let (warm, cold) = (curve(\.highest), curve(\.lowest))
        let (warmRows, coldRows) = (warm.rows.map(Array.init), cold.rows.map(Array.init))
        return (0..<Self.height).map { row in
            let degrees = row == 0 ? "\(high)°" : row == Self.height - 1 ? "\(low)°" : ""
            return (0..<size.columns).reduce(label(degrees, axis)) { line, column in
                // If both curves are in one cell, the warmer one is shown.
                let isWarm = warm.hasDots(column: column, row: row)
                let character = isWarm ? warmRows[row][column] : coldRows[row][column]
                return line + StyledLine(String(character), isWarm ? .category(7) : .category(0))
            }
        }
    }

    private func rain(width: Int, axis: Int) -> [StyledLine] {
        let bars = days.map { BlockBar.standing(Double($0.precipitation) / 100, rows: Self.depth) }
        return (0..<Self.depth).map { row in
            let cells = bars.map { bar in
                String(repeating: bar[row], count: max(1, width - 1)) + (width > 1 ? " " : "")
            }
            return label(row == 0 ? "rain" : "", axis) + StyledLine(cells.joined(), .category(5))
        }
    }

    private func names(width: Int, axis: Int) -> [StyledLine] {
        let names = days.map { String($0.day.weekday.prefix(width - 1)).fitted(to: width) }
        return [label("", axis) + StyledLine(names.joined(), .faint)]
    }

    private func label(_ text: String, _ width: Int) -> StyledLine {
        StyledLine(text.indented(to: width - 1) + " ", .faint)
    }
}
