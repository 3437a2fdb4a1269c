// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatFeature
import ChatProtocol
import Conversation
package import Foundation
import SignIn
package import TerminalKit
import Tributary

/// Controls the same client as the line mode, with keys, and shows it while it changes.
@MainActor
package struct KeyMode {
    private let desk: ChatDesk
    private let display: Display
    private let firstCommand: String?
    private let prompt: StoreOf<Prompt>

    /// Makes a key mode.
    ///
    /// - Parameters:
    ///   - desk: The client to control.
    ///   - firstCommand: A command to perform at the start.
    ///   - timeZone: The time zone of the times of messages.
    package init(desk: ChatDesk, firstCommand: String? = nil, timeZone: TimeZone = .current) {
        (self.desk, self.firstCommand) = (desk, firstCommand)
        display = Display(timeZone: timeZone)
        prompt = Store(initialState: Prompt.State()) { Prompt() }
    }

    /// Runs until the user quits.
    ///
    /// - Parameters:
    ///   - events: The events of the terminal.
    ///   - window: The window to draw in.
    /// - Returns: The signal that stopped it, if one did.
    package func run(
        _ events: some AsyncSequence<TerminalEvent, Never>,
        window: TerminalWindow
    ) async -> Int32? {
        let program = TerminalProgram(display.components, window: window)
        program.help = { Display.help }
        program.isTyping = { true }
        program.wheel = ([.pageUp], [.pageDown])
        var hasQuit = false
        let tokens = [
            display.connect(to: desk.store, prompt),
            prompt.onAction { record in
                if case .output(let output) = record.action { hasQuit = take(output) == .quit || hasQuit }
            },
            // Only for new messages, not for those from before the person entered.
            desk.store.onAction { record in
                guard case .rooms(.element(let room, .input(.frame(let frame)))) = record.action,
                    case .message(_, let message) = frame,
                    message.author != record.state.signIn.member?.account
                else { return }
                program.call("#\(room)", "\(message.name): \(message.text)")
            },
        ]
        prompt.send(
            .answered(
                [
                    "Welcome. Come in with /guest NAME, /signin NAME PASSWORD CODE, or make an account with /signup."
                ]
            )
        )
        if let firstCommand { perform(firstCommand) }
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
        case .older:
            if let room = desk.store.current { desk.store.send(.rooms(.element(id: room, action: .older))) }
        case .say(let text): perform("say " + text)
        case .command(let line):
            if line.text.trimmed == "quit" { return .quit }
            perform(line.text)
        }
        return .handled
    }

    /// Performs a line without blocking the keys; the answer is shown when it arrives.
    private func perform(_ line: String) {
        prompt.run { [desk] prompt in
            var answer: [String] = []
            do throws(CommandProblem) {
                guard let command = try Command(line: line) else { return }
                let lines = try await desk.perform(command)
                // Messages and the history of a room are shown in the message area.
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
