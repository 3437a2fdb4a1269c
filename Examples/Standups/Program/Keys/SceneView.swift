// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// The scene and the cursor as lines of a terminal, of any size.
struct SceneView: Equatable {
    var scene: Scene
    var cursor: Cursor
    /// Why the last key did nothing.
    var problem: String?

    /// Draws everything: a title, what fills the screen, what is typed or wrong, and the keys.
    static func draw(_ view: SceneView, in size: WindowSize) -> [StyledLine] {
        let rows = max(0, size.rows - 3)
        let body = view.body(columns: size.columns, rows: rows)
        let empty = Array(repeating: StyledLine(""), count: max(0, rows - body.count))
        return [StyledLine(" " + view.scene.title, .bar)] + body + empty
            + [view.prompt(columns: size.columns), StyledLine(" " + view.keys, .faint)]
    }

    private func body(columns: Int, rows: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        var selected = 0
        var choice = 0
        let hasChoices = scene.lines.contains { $0.choice != nil }
        for line in scene.lines {
            guard line.choice != nil else {
                lines += line.text.withoutControls.wrapped(to: max(2, columns - 3))
                    .map { StyledLine("   " + $0, line.style) }
                continue
            }
            let isSelected = choice == cursor.selection && cursor.typing == nil
            if isSelected { selected = lines.count }
            lines.append(
                StyledLine((isSelected ? " > " : "   ") + line.text, isSelected ? .selected : line.style)
            )
            choice += 1
        }
        let hidden = max(0, lines.count - rows)
        let start = scene.showsEnd ? hidden : hasChoices ? selected - rows + 1 : cursor.selection
        return Array(lines.dropFirst(min(max(0, start), hidden)).prefix(rows))
    }

    private func prompt(columns: Int) -> StyledLine {
        guard let typing = cursor.typing else { return StyledLine(problem.map { " " + $0 } ?? "", .problem) }
        let label = " \(typing.label): "
        return StyledLine(label) + typing.field.line(in: max(1, columns - label.columns), .bold)
    }

    private var keys: String {
        if cursor.typing != nil { return "enter take this · esc cancel" }
        let shortcuts = scene.shortcuts.map { "\($0.key) \($0.label)" }
        let choosing = scene.lines.contains { $0.choice != nil } ? ["↑↓ enter choose"] : []
        return (choosing + shortcuts + ["esc back"]).joined(separator: " · ")
    }
}
