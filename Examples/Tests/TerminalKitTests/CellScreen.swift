// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// A window that shows the output of a program, in cells.
@MainActor
final class CellScreen {
    var size: WindowSize
    private var paper: PaperTerminal
    private(set) var written: [String] = []
    private(set) var suspensions = 0
    private(set) var resumptions = 0

    init(_ size: WindowSize) {
        self.size = size
        paper = PaperTerminal(columns: size.columns, rows: size.rows)
    }

    /// The window, whose roles are drawn without colors.
    var window: TerminalWindow {
        TerminalWindow(
            size: { self.size },
            write: { self.write($0) },
            appearance: Appearance(colors: .none),
            attention: .bell,
            suspend: { self.suspensions += 1 },
            resume: { self.resumptions += 1 }
        )
    }

    /// The content of the window.
    var picture: ScreenPicture { ScreenPicture(paper.lines.map { StyledLine($0) }, in: size) }

    private func write(_ text: String) {
        written.append(text)
        guard text != "\u{07}" else { return }
        do { try paper.write(text) } catch { written.append("not understood: \(error)") }
    }
}

/// Runs a program until its events end.
@MainActor
@discardableResult
func run(
    _ program: TerminalProgram,
    _ events: [TerminalEvent],
    onKey: @MainActor (Key) -> KeyAnswer
) async -> Int32? {
    let stream = AsyncStream { continuation in
        for event in events { continuation.yield(event) }
        continuation.finish()
    }
    return await program.run(stream, onKey: onKey)
}
