// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
import TicTacToeApp
import TicTacToeMainMenu
import TicTacToeRules

/// The state of the keys alone: the selected field and line, and the name being typed.
package struct Cursor: Equatable {
    /// A line of the lobby.
    package enum Row: Int, CaseIterable {
        case x, o, pace, start

        /// The mark that this line sets.
        var mark: Mark? {
            switch self {
            case .x: .x
            case .o: .o
            case .pace, .start: nil
            }
        }
    }

    /// A name that is being typed.
    struct Naming: Equatable {
        let mark: Mark
        var field: TextField
    }

    /// The selected field of the board.
    private(set) var field = Field.center
    /// The selected line of the lobby.
    private(set) var row = Row.start
    /// The name that is being typed, if there is one.
    private(set) var naming: Naming?
    /// The reason why the typed text is not a name.
    private(set) var problem: String?

    /// Makes a cursor in the middle of the board.
    package init() {}

    /// Handles a key, and returns its command.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - scene: The current scene.
    /// - Returns: The command, or `nil` if the key only moves the cursor, or does nothing.
    mutating func press(_ key: Key, on scene: Scene) -> Command? {
        problem = nil
        if key == .interrupt { return .quit }
        if naming != nil { return type(key) }
        if case .character(let character) = key, case .game = scene.content,
            let number = character.wholeNumberValue, let field = Field(number)
        {
            return select(field, on: scene)
        }
        return Intent.bindings(on: scene).command(for: key).flatMap { carryOut($0, on: scene) }
    }

    /// Handles the target of a key or a click.
    package mutating func press(_ target: SceneView.Target, on scene: Scene) -> Command? {
        switch target {
        case .key(let key): return press(key, on: scene)
        case .field(let field): return naming == nil ? select(field, on: scene) : nil
        case .row(let row):
            guard naming == nil, row != self.row else { return press(.enter, on: scene) }
            self.row = row
            return nil
        case .item(let item): return .choose(item)
        }
    }

    /// The keys, for the help.
    package func help(on scene: Scene) -> [HelpSection] {
        [HelpSection(SceneView(scene: scene, cursor: self).title, hints(on: scene))]
    }

    /// The keys, for the bottom of the screen.
    func hints(on scene: Scene) -> [KeyHint] {
        if naming != nil {
            return [KeyHint("enter", "take this name"), KeyHint("esc", "cancel", isKept: true)]
        }
        return Intent.bindings(on: scene).map(\.hint) + [.help]
    }

    private mutating func select(_ field: Field, on scene: Scene) -> Command? {
        self.field = field
        return .move(field, by: nil)
    }

    private mutating func carryOut(_ intent: Intent, on scene: Scene) -> Command? {
        switch (intent, scene.content) {
        case (.command(let command), _): return command
        case (.move(let columns, let rows), _): field = field.moved(columns: columns, rows: rows)
        case (.play, _): return .move(field, by: nil)
        case (.select(let distance), _):
            let count = Row.allCases.count
            row = Row.allCases[(row.rawValue + distance + count) % count]
        case (.change(let distance), .lobby(let lobby)):
            return lobby.changing(row, by: distance).map { .set($0) }
        case (.enter, .lobby(let lobby)): return enter(in: lobby)
        case (.change, _), (.enter, _): break
        }
        return nil
    }

    private mutating func enter(in lobby: Scene.LobbyTable) -> Command? {
        guard let mark = row.mark else {
            return row == .start ? .start : lobby.changing(row, by: 1).map { .set($0) }
        }
        let player = lobby.players[mark]
        let isNamed = player.isHuman && player != .human(name: .unnamed(mark))
        naming = Naming(mark: mark, field: TextField(isNamed ? player.name : "", limit: 20))
        return nil
    }

    private mutating func type(_ key: Key) -> Command? {
        guard let naming else { return nil }
        switch key {
        case .escape: self.naming = nil
        case .enter:
            guard let name = PlayerName(naming.field.text) else {
                problem = "A name has 1 to 20 letters, and nothing that can’t be seen."
                return nil
            }
            self.naming = nil
            return .set(.player(naming.mark, .human(name: name)))
        default: self.naming?.field.press(key)
        }
        return nil
    }
}

extension Scene.LobbyTable {
    /// The next or the previous value of a line's setting.
    fileprivate func changing(_ row: Cursor.Row, by distance: Int) -> Command.Setting? {
        guard let mark = row.mark else {
            return row == .pace ? .pace(Self.choice(pace, of: Pace.allCases, by: distance)) : nil
        }
        let computers = Strength.allCases.map { Player.computer(strength: $0) }
        let person = players[mark].isHuman ? players[mark] : .human(name: .unnamed(mark))
        return .player(mark, Self.choice(players[mark], of: [person] + computers, by: distance))
    }

    private static func choice<Value: Equatable>(_ value: Value, of all: [Value], by distance: Int) -> Value {
        let position = all.firstIndex(of: value) ?? 0
        return all[(position + distance + all.count) % all.count]
    }
}
