// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeApp
import TicTacToeRules

/// What only the keys know: which field and which line are selected, and what is being typed.
struct Cursor: Equatable {
    /// A line of the lobby.
    enum Row: Int, CaseIterable {
        case x, o, pace, start

        /// The mark that is settled in this line.
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
    /// The name that is being typed, if one is.
    private(set) var naming: Naming?
    /// Why what was typed is no name.
    private(set) var problem: String?

    /// Takes a key, and tells the command it means.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - scene: What there is to see.
    /// - Returns: The command, or `nil` when the key means something to the cursor only, or nothing.
    mutating func press(_ key: Key, on scene: Scene) -> Command? {
        problem = nil
        if key == .interrupt { return .quit }
        if naming != nil { return type(key) }
        switch (key, scene.content) {
        case (.character("q"), _): return .quit
        case (_, .menu): return pressInMenu(key)
        case (.escape, _), (.character("m"), _): return .show(.menu)
        case (.character("h"), _): return .show(.hallOfFame)
        case (.character("l"), .game), (.character("l"), .hall): return .show(.lobby)
        case (_, .lobby(let lobby)): return press(key, in: lobby)
        case (_, .game(let match)): return press(key, in: match)
        case (_, .hall): return nil
        }
    }

    private func pressInMenu(_ key: Key) -> Command? {
        switch key {
        case .up, .character("k"): .selectPrevious
        case .down, .character("j"): .selectNext
        case .enter, .character(" "): .choose
        default: nil
        }
    }

    private mutating func press(_ key: Key, in lobby: Scene.LobbyTable) -> Command? {
        switch key {
        case .up, .character("k"): row = Row(rawValue: row.rawValue - 1) ?? .start
        case .down, .character("j"): row = Row(rawValue: row.rawValue + 1) ?? .x
        case .left: return lobby.changing(row, by: -1).map { .set($0) }
        case .right: return lobby.changing(row, by: 1).map { .set($0) }
        case .character("u"): return .undo
        case .character("r"): return .redo
        case .character("s"): return .swap
        case .character("d"): return .reset
        case .enter, .character(" "): return enter(in: lobby)
        default: break
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

    private mutating func press(_ key: Key, in match: Scene.Match) -> Command? {
        switch key {
        case .up, .character("k"): field = field.moved(columns: 0, rows: -1)
        case .down, .character("j"): field = field.moved(columns: 0, rows: 1)
        case .left: field = field.moved(columns: -1, rows: 0)
        case .right: field = field.moved(columns: 1, rows: 0)
        case .enter where match.isOver, .character("n"): return .again
        case .enter, .character(" "): return .move(field, by: nil)
        case .character("g"): return .resign(by: nil)
        case .character(let character):
            guard let number = character.wholeNumberValue, let field = Field(number) else { return nil }
            self.field = field
            return .move(field, by: nil)
        default: break
        }
        return nil
    }
}

extension Scene.LobbyTable {
    /// The setting that comes before or after the one of a line.
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
