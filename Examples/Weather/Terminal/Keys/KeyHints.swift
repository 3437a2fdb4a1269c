// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The keys, for the bottom of the screen and for the help.
enum KeyHints {
    /// The meaning of a key while a forecast is open.
    enum Reading: Equatable { case back, reload, network, quit }

    static let reading = [
        KeyBinding(.escape, label: "back", help: "close the forecast", command: Reading.back),
        KeyBinding(.backspace, .left, label: "back", isShown: false, command: Reading.back),
        KeyBinding(
            .character("r"),
            label: "reload",
            help: "ask for the forecast again",
            command: Reading.reload
        ),
        KeyBinding(.tab, label: "network", help: "make the network another", command: Reading.network),
        KeyBinding(
            .character("q"),
            label: "quit",
            help: "leave the program",
            isKept: true,
            command: Reading.quit
        ),
    ]

    /// The keys of the search.
    static let searching = [
        KeyHint("type to", "search", help: "find the cities whose names begin so"),
        KeyHint("↑↓", "select", help: "select the row above or below; a click does, too"),
        KeyHint("pgup pgdn", "page", help: "go a page up or down", isShown: false),
        KeyHint("enter", "open", help: "open the forecast of the selected city, or search again"),
        KeyHint("esc", "clear", help: "empty the search field"),
        KeyHint("tab", "network", help: "make the network another"),
        KeyHint("ctrl-c", "quit", help: "leave the program", isKept: true),
    ]

    static func hints(isForecastOpen: Bool) -> [KeyHint] {
        isForecastOpen ? reading.map(\.hint) + [.help] : searching + [KeyHint("F1", "help", isKept: true)]
    }
}
