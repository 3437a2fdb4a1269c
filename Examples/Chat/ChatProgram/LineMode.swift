// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit

/// Reads commands line by line and prints an answer to each: for pipes, scripts and tests.
@MainActor
package struct LineMode {
    private let desk: ChatDesk
    private let isEchoing: Bool
    private let print: @MainActor (String) -> Void

    /// Makes a line mode.
    ///
    /// - Parameters:
    ///   - desk: The client to control.
    ///   - isEchoing: Whether to print each command before its answer, because it is not visible while it is
    ///     typed.
    ///   - print: Receives the output, line by line.
    package init(desk: ChatDesk, isEchoing: Bool, print: @escaping @MainActor (String) -> Void) {
        self.desk = desk
        self.isEchoing = isEchoing
        // Text from the network is checked on arrival. It is checked again here, because a terminal executes
        // control characters.
        self.print = { print($0.withoutControls) }
    }

    /// Performs lines one after the other until `quit` or the last line; each one completes before the next
    /// is read.
    ///
    /// - Parameter nextLine: Waits for the next line, and returns `nil` after the last.
    /// - Returns: The number of lines that failed.
    @discardableResult
    package func run(_ nextLine: () async -> String?) async -> Int {
        var failures = 0
        while let line = await nextLine() {
            do throws(CommandProblem) {
                guard let command = try Command(line: line) else { continue }
                echo(command, line)
                if command == .quit { return failures }
                for line in try await desk.perform(command) { print(line) }
            } catch {
                failures += 1
                print(Transcript.problem(error.message))
            }
        }
        return failures
    }

    /// Passwords are not printed: transcripts are kept longer than screens.
    private func echo(_ command: Command, _ line: String) {
        guard isEchoing else { return }
        switch command {
        case .signUp(let name, _): print("> signup \(name.map { "\($0) " } ?? "")…")
        case .signIn(let name, _, _): print("> signin \(name.map { "\($0) " } ?? "")…")
        // If a new command has a secret, it is not printed either.
        case _ where command.isSecret: print("> …")
        default: print("> " + line.trimmed)
        }
    }
}
