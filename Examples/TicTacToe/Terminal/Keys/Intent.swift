// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeApp

/// The meaning of a key on a screen: a command, or a change of the cursor.
enum Intent: Equatable {
    case command(Command)
    /// The selected field moves.
    case move(columns: Int, rows: Int)
    /// Places the mark on the selected field.
    case play
    /// The selected line of the lobby moves.
    case select(Int)
    /// The setting in the selected line changes.
    case change(Int)
    /// Activates the selected line of the lobby.
    case enter

    /// The keys of a screen, which also determine its hints and its help.
    static func bindings(on scene: Scene) -> [KeyBinding<Intent>] {
        switch scene.content {
        case .menu: menu + [quit]
        case .lobby: lobby + [key("h", "hall", .show(.hallOfFame)), back, quit]
        case .game(let match): (match.isOver ? over : game) + screens + [back, quit]
        case .hall: [key("l", "lobby", .show(.lobby)), back, quit]
        }
    }

    private static let quit = KeyBinding(
        .character("q"),
        label: "quit",
        help: "leave the program",
        isKept: true,
        command: Intent.command(.quit)
    )
    private static let back = KeyBinding(
        .character("m"),
        .escape,
        label: "menu",
        help: "show the main menu",
        command: Intent.command(.show(.menu))
    )
    private static let screens = [key("l", "lobby", .show(.lobby)), key("h", "hall", .show(.hallOfFame))]

    private static let menu = [
        KeyBinding(.up, .character("k"), label: "up", command: Intent.command(.selectPrevious)),
        KeyBinding(.down, .character("j"), label: "down", command: Intent.command(.selectNext)),
        KeyBinding(.enter, .character(" "), label: "choose", command: Intent.command(.choose(nil))),
    ]

    private static let lobby = [
        KeyBinding(.up, .character("k"), label: "up", isShown: false, command: Intent.select(-1)),
        KeyBinding(.down, .character("j"), label: "down", isShown: false, command: Intent.select(1)),
        KeyBinding(.left, label: "change", help: "take the setting before", command: Intent.change(-1)),
        KeyBinding(.right, label: "change", help: "take the setting after", command: Intent.change(1)),
        KeyBinding(
            .enter,
            .character(" "),
            label: "start",
            help: "start, or type a name",
            command: Intent.enter
        ),
        key("u", "undo", .undo), key("r", "redo", .redo), key("s", "swap", .swap),
        key("d", "default", .reset),
    ]

    private static let game =
        arrows + [
            KeyBinding(
                .enter,
                .character(" "),
                label: "play",
                help: "set the mark; 1 to 9 set it into the field with this number",
                command: Intent.play
            ),
            key("g", "give up", .resign(by: nil)), key("n", "anew", .again),
        ]

    private static let over =
        [
            KeyBinding(.enter, .character("n"), label: "play again", command: Intent.command(.again))
        ] + arrows

    private static let arrows = [
        KeyBinding(
            .up,
            .character("k"),
            label: "up",
            isShown: false,
            command: Intent.move(columns: 0, rows: -1)
        ),
        KeyBinding(
            .down,
            .character("j"),
            label: "down",
            isShown: false,
            command: Intent.move(columns: 0, rows: 1)
        ),
        KeyBinding(.left, label: "left", isShown: false, command: Intent.move(columns: -1, rows: 0)),
        KeyBinding(.right, label: "right", isShown: false, command: Intent.move(columns: 1, rows: 0)),
    ]

    private static func key(_ letter: Character, _ label: String, _ command: Command) -> KeyBinding<Intent> {
        KeyBinding(.character(letter), label: label, command: .command(command))
    }
}
