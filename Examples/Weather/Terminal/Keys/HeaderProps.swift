// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
internal import ForecastFeature
package import TerminalKit
internal import WeatherAPI
package import WeatherAppFeature

/// The top of the screen: the title, the condition of the network, and the search field.
package struct HeaderProps: Equatable {
    /// The part from the app.
    package struct Status: Equatable {
        var title = ""
        var network = ""
        var headline = ""
    }

    package var status = Status()
    package var field = TextField()
    /// The sign of the spinner during a request.
    package var sign = ""

    /// The two lines.
    static func lines(_ props: HeaderProps, in size: WindowSize) -> [StyledLine] {
        let sign = props.sign.isEmpty ? "" : " " + props.sign
        let network = sign + " network: \(props.status.network) "
        let title = " \(props.status.title)".fitted(to: max(0, size.columns - network.columns))
        let prompt = StyledLine("Search: ", .faint) + props.field.line(in: 20, .bold)
        return [StyledLine(title + network, .bar), prompt + StyledLine("  " + props.status.headline, .faint)]
    }
}

extension HeaderProps.Status {
    package init(_ state: WeatherApp.State) {
        title = state.forecast.map { "Weather · \($0.city)" } ?? "Weather"
        network = state.network.rawValue
        headline = state.search.headline
    }
}
