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
    ///   - desk: What is controlled.
    ///   - isEchoing: Whether each command is printed before its answer, because it is not seen while it is typed.
    ///   - print: Takes the output, line by line.
    package init(desk: ChatDesk, isEchoing: Bool, print: @escaping @MainActor (String) -> Void) {
        self.desk = desk
        self.isEchoing = isEchoing
        // What came over the network has been checked; a terminal obeys what it gets, so it is checked here, too.
        self.print = { print($0.withoutControls) }
    }

    /// Carries out line after line, each to its end before the next is read, until `quit` or the last line.
    ///
    /// - Parameter nextLine: Waits for the next line, and gives `nil` after the last.
    /// - Returns: How many of the lines could not be carried out.
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

    /// Passwords are not repeated: transcripts are kept longer than screens.
    private func echo(_ command: Command, _ line: String) {
        guard isEchoing else { return }
        switch command {
        case .signUp(let name, _): print("> signup \(name.map { "\($0) " } ?? "")…")
        case .signIn(let name, _, _): print("> signin \(name.map { "\($0) " } ?? "")…")
        // Should there ever be another command with a secret, it is not repeated either.
        case _ where command.isSecret: print("> …")
        default: print("> " + line.trimmed)
        }
    }
}
