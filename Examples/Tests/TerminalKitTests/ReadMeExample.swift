// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import Tributary

/// The code in the README of TerminalKit.
struct ToDo: Reducer {
    struct State: Equatable {
        var title = "nothing"
        var rows: [String] = []
    }

    enum Action { case pressed(Key) }

    var body: some Reducer<State, Action> {
        Update { state, action in
            if case .pressed(.character(let letter)) = action {
                state.rows.append(String(letter))
                state.title = "\(state.rows.count) letters"
            }
        }
    }
}

/// Shows a list that keys are added to.
@MainActor
func showToDo() async -> Int32? {
    let store = Store(initialState: ToDo.State()) { ToDo() }
    // page: example
    let header = TerminalComponent<String>(height: .rows(1)) { title, size in [StyledLine(title, .bar)] }
    let list = TerminalComponent<[String]> { rows, size in rows.prefix(size.rows).map { StyledLine($0) } }
    let connections = [
        header.connect(to: store, state: \.title) { "To do: \($0)" },
        list.connect(to: store, state: \.rows),
    ]
    guard let terminal = RawTerminal() else { return nil }  // a pipe or a script
    let program = TerminalProgram([header, list], terminal: terminal)
    let signal = await program.run(TerminalEvents().stream) { key in
        guard key != .interrupt else { return .quit }
        store.send(.pressed(key))
        return .handled
    }
    terminal.restore()
    // page: end
    withExtendedLifetime(connections) {}
    return signal
}
