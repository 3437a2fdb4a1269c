// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TerminalKit
package import WeatherAppFeature

/// What is at the bottom: the last alert until a key is pressed, and the keys.
package struct FooterProps: Equatable {
    package var alert: Alert?
    /// How many alerts there were; the same one twice counts twice.
    package var count = 0
    package var isForecastOpen = false

    /// The two lines.
    static func lines(_ props: FooterProps, in size: WindowSize) -> [StyledLine] {
        let keys =
            props.isForecastOpen
            ? "esc back · r reload · tab network · q quit"
            : "type to search · ↑↓ select · enter open · esc clear · tab network · ctrl-c quit"
        guard let alert = props.alert else { return [StyledLine(""), StyledLine(keys, .faint)] }
        let style = alert.kind == .warning ? LineStyle.bold : .problem
        return [StyledLine("\(alert.text) (alert \(props.count))", style), StyledLine(keys, .faint)]
    }
}
