// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
package import TerminalKit
import Tributary

/// Talks with keys: the same client as by lines, shown while it changes.
@MainActor
package struct KeyMode {
    private let desk: ChatDesk
    private let display = Display()
    private let prompt: StoreOf<Prompt>

    /// Makes a key mode.
    ///
    /// - Parameter desk: What is controlled.
    package init(desk: ChatDesk) {
        self.desk = desk
        prompt = Store(initialState: Prompt.State()) { Prompt() }
    }

    /// Runs until the user quits.
    ///
    /// - Parameters:
    ///   - events: What happens at the terminal.
    ///   - size: Tells the size of the window.
    ///   - write: Takes the escape sequences.
    /// - Returns: The signal that ended it, if one did.
    package func run(
        _ events: some AsyncSequence<TerminalEvent, Never>,
        size: @escaping @MainActor () -> WindowSize,
        write: @escaping @MainActor (String) -> Void
    ) async -> Int32? {
        let program = TerminalProgram(display.components, size: size, write: write)
        var hasQuit = false
        let tokens = [
            display.connect(to: desk.store, prompt),
            prompt.onAction { record in
                if case .output(let output) = record.action { hasQuit = take(output) == .quit || hasQuit }
            },
        ]
        prompt.send(
            .answered(["Welcome. Make an account with /signup NAME PASSWORD, or /signin NAME PASSWORD CODE."])
        )
        let signal = await program.run(events) { key in
            guard key != .interrupt else { return .quit }
            prompt.send(.press(key))
            return hasQuit ? .quit : .handled
        }
        withExtendedLifetime(tokens) {}
        prompt.close()
        return signal
    }

    private func take(_ output: Prompt.Action.Output) -> KeyAnswer {
        switch output {
        case .nextRoom:
            let rooms = desk.store.rooms.ids
            if let current = desk.store.current, let index = rooms.firstIndex(of: current) {
                desk.store.send(.show(rooms[(index + 1) % rooms.count]))
            }
        case .say(let text): perform("say " + text)
        case .command(let line):
            if line.trimmed == "quit" { return .quit }
            perform(line)
        }
        return .handled
    }

    /// Carries out a line while keys go on being taken; its answer is shown when it comes.
    private func perform(_ line: String) {
        prompt.run { [desk] prompt in
            var answer: [String] = []
            do throws(CommandProblem) {
                guard let command = try Command(line: line) else { return }
                let lines = try await desk.perform(command)
                // What was said, and the messages of a room, are seen where messages are.
                switch command {
                case .say, .join, .history: break
                default: answer = lines
                }
            } catch {
                answer = [Transcript.problem(error.message)]
            }
            prompt.send(.answered(answer))
        }
    }
}
