// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TerminalKit
package import WeatherAppFeature

/// The bottom of the screen: the last alert, until a key is pressed, and the keys.
package struct FooterProps: Equatable {
    package var alert: Alert?
    /// The number of alerts, so that a repeated alert is shown again.
    package var count = 0
    package var isForecastOpen = false

    /// The alert, and the keys in as many lines as they need.
    static func lines(_ props: FooterProps, in size: WindowSize) -> [StyledLine] {
        let keys = HintLines.lines(KeyHints.hints(isForecastOpen: props.isForecastOpen), in: size)
        guard let alert = props.alert else { return [StyledLine("")] + keys }
        let style: LineStyle = alert.kind == .warning ? .warning : .problem
        return [StyledLine("\(alert.text) (alert \(props.count))", style)] + keys
    }
}
