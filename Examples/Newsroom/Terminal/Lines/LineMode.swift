// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reads commands line by line and prints an answer to each: for pipes, scripts and tests.
@MainActor
package struct LineMode {
    private let desk: any Desk
    private let isEchoing: Bool
    private let print: @MainActor (String) -> Void

    /// Makes a line mode.
    ///
    /// - Parameters:
    ///   - desk: The app to show and control.
    ///   - isEchoing: Whether to print each command before its answer, because it is not visible while it is
    ///     typed.
    ///   - print: Receives the output, line by line.
    package init(desk: any Desk, isEchoing: Bool, print: @escaping @MainActor (String) -> Void) {
        self.desk = desk
        self.isEchoing = isEchoing
        self.print = print
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
            do throws(CommandError) {
                guard let command = try Command(line: line) else { continue }
                echo(line)
                if command == .quit { return failures }
                await desk.perform(command)()
                if command.acts, desk.screen.notice?.isProblem == true { failures += 1 }
                for line in Transcript.lines(after: command, showing: desk.screen) { print(line) }
            } catch {
                failures += 1
                echo(line)
                print(Transcript.problem(error.message))
            }
        }
        return failures
    }

    private func echo(_ line: String) {
        if isEchoing { print("> " + line.printable) }
    }
}
