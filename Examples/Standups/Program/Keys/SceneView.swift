// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The scene and the cursor as lines of a terminal, of any size.
struct SceneView: Equatable {
    var scene: Scene
    var cursor: Cursor
    /// The reason why the last key did nothing.
    var problem: String?

    /// The target of a key or a click on the screen.
    enum Target: Equatable {
        case key(Key)
        /// A click on a line that can be chosen.
        case choice(Int)
    }

    /// A line of the screen, and the index of its choice.
    private typealias Row = (line: StyledLine, choice: Int?)

    /// Draws everything: a title, the content, the input or a problem, and the keys.
    static func draw(_ view: SceneView, in size: WindowSize) -> [StyledLine] {
        let hints = view.hints(in: size)
        let rows = max(0, size.rows - 2 - hints.count)
        let body = view.body(columns: size.columns, rows: rows).map(\.line)
        let empty = Array(repeating: StyledLine(""), count: max(0, rows - body.count))
        return [StyledLine(" " + view.scene.title, .bar)] + body + empty
            + [view.prompt(columns: size.columns)] + hints
    }

    /// The target of a key: a click on a line targets the line.
    func target(of key: Key, in size: WindowSize) -> Target {
        guard case .click(_, let row) = key else { return .key(key) }
        let rows = body(columns: size.columns, rows: max(0, size.rows - 2 - hints(in: size).count))
        guard rows.indices.contains(row - 1), let choice = rows[row - 1].choice else { return .key(key) }
        return .choice(choice)
    }

    private func hints(in size: WindowSize) -> [StyledLine] {
        HintLines.lines(scene.hints(isTyping: cursor.typing != nil), in: size)
    }

    private func body(columns: Int, rows: Int) -> [Row] {
        var lines: [Row] = []
        var selected = 0
        var choice = 0
        let hasChoices = scene.lines.contains { $0.choice != nil }
        for line in scene.lines {
            guard line.choice != nil else {
                lines += line.text.withoutControls.wrapped(to: max(2, columns - 3))
                    .map { (StyledLine("   " + $0, line.style), nil) }
                continue
            }
            let isSelected = choice == cursor.selection && cursor.typing == nil
            if isSelected { selected = lines.count }
            let text = StyledLine(
                (isSelected ? " > " : "   ") + line.text,
                isSelected ? .selected : line.style
            )
            lines.append((text.marking(cursor.list.pattern), choice))
            choice += 1
        }
        let hidden = max(0, lines.count - rows)
        let start = scene.showsEnd ? hidden : hasChoices ? selected - rows + 1 : cursor.selection
        return Array(lines.dropFirst(min(max(0, start), hidden)).prefix(rows))
    }

    private func prompt(columns: Int) -> StyledLine {
        if let search = cursor.list.searchLine(rows: Cursor.rows(of: scene), in: columns) { return search }
        guard let typing = cursor.typing else { return StyledLine(problem.map { " " + $0 } ?? "", .problem) }
        let label = " \(typing.label): "
        return StyledLine(label) + typing.field.line(in: max(1, columns - label.columns), .bold)
    }
}
