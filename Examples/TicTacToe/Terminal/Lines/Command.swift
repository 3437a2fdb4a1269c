// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
package import TicTacToeApp
package import TicTacToeMainMenu
package import TicTacToeRules

/// A command, from a line.
package enum Command: Equatable, Sendable {
    /// The setting that `set` changes.
    package enum Setting: Equatable, Sendable {
        case player(Mark, Player)
        case pace(Pace)
    }

    case show(App.Action.Destination)
    case look
    case selectPrevious, selectNext
    /// Chooses an item of the main menu; `nil` is the selected one.
    case choose(MainMenu.Item?)
    case watch(moves: Int)
    case set(Setting)
    case swap, reset, undo, redo
    case start, again
    case move(Field, by: Mark?)
    case resign(by: Mark?)
    case help, quit
}

extension Command {
    /// All commands, with descriptions.
    package static let overview = """
        menu                      show the main menu
        up, down, choose          select an item of the menu, and choose it
        watch [N]                 let the game behind the menu go on for N moves
        lobby                     show the settings of the next game
        set x|o human [NAME]      let a person play a mark
        set x|o computer [easy|medium|perfect]
                                  let a computer play a mark
        set pace quick|normal|slow
                                  set how long computers think
        swap, reset               change sides; set everything as it was at first
        undo, redo                take a change of the settings back; make it again
        start                     play a game with these settings
        move [x|o] N              play the field with this number, 1 to 9 (or just: N)
        resign [x|o]              give up
        again                     play another game of the same players
        hall                      show the hall of fame
        look                      show again what there is to see
        help                      show this
        quit                      leave
        """
}
