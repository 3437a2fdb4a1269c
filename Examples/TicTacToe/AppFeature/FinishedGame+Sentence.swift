// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TicTacToeRules

extension FinishedGame {
    /// The result of the game, in a sentence for people.
    package var sentence: String {
        switch result {
        case .won(let mark): "\(named(mark)) wins."
        case .drawn: "A draw."
        case .resigned(let mark): "\(named(mark)) resigns; \(named(mark.opponent)) wins."
        }
    }

    private func named(_ mark: Mark) -> String { "\(players[mark].name) (\(mark.letter))" }
}
