// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TicTacToeOnline
import TicTacToeTerminal
import Tributary

/// Plays a match over the network by lines; each waits for the host's answer.
@MainActor
struct OnlineLineMode {
    let desk: OnlineDesk
    let isEchoing: Bool
    let print: (String) -> Void

    /// All commands, with descriptions.
    nonisolated static let overview = """
        N, move N     set the mark into the field with this number, 1 to 9
        wait          wait until it is your turn, or the game is over
        again         play another game, with the marks exchanged
        look          show again what there is to see
        help          show this
        quit          leave; the match stays where it is
        """

    /// Runs until `quit` or the last line.
    ///
    /// - Returns: The number of lines that failed, or that the host refused.
    @discardableResult
    func run(_ next: () async -> String?) async -> Int {
        var failures = 0
        while let line = await next() {
            if isEchoing { print("> \(line)") }
            if line.trimmed == "wait" {
                await desk.myTurn()
                show()
                continue
            }
            do throws(CommandError) {
                guard let command = try Command(line: line) else { continue }
                if command == .quit { return failures }
                if await !perform(command) { failures += 1 }
            } catch {
                failures += 1
                print("! \(error.message)")
            }
        }
        return failures
    }

    /// Performs a command, and waits for the host's answer.
    ///
    /// - Returns: Whether it succeeded.
    private func perform(_ command: Command) async -> Bool {
        if command == .help {
            print(Self.overview)
            return true
        }
        if case .refused(let reason) = desk.perform(command) {
            print("! \(reason)")
            return false
        }
        await desk.answered()
        show()
        return command == .look || desk.store.problem == nil
    }

    private func show() {
        let scene = desk.scene
        for line in SceneText.lines(scene) { print(line) }
        if let problem = scene.problem { print("! \(problem)") }
    }
}

extension String {
    fileprivate var trimmed: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }
}
