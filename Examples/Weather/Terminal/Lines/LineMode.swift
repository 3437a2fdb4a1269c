// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CitySearchFeature
internal import Tributary
internal import WeatherAPI
internal import WeatherAppFeature

/// Reads commands line by line and prints an answer to each: for pipes, scripts and tests.
@MainActor
package struct LineMode {
    private let desk: WeatherDesk
    private let isEchoing: Bool
    private let passTime: @MainActor (Duration) -> Void
    private let print: @MainActor (String) -> Void

    /// Makes a line mode.
    ///
    /// - Parameters:
    ///   - desk: The app to show and control.
    ///   - isEchoing: Whether to print each command before its answer, because it is not visible while it is
    ///     typed.
    ///   - passTime: Advances the time, if it does not pass by itself.
    ///   - print: Receives the output, line by line.
    package init(
        desk: WeatherDesk,
        isEchoing: Bool,
        passTime: @escaping @MainActor (Duration) -> Void = { _ in },
        print: @escaping @MainActor (String) -> Void
    ) {
        self.desk = desk
        self.isEchoing = isEchoing
        self.passTime = passTime
        self.print = print
    }

    /// Performs lines one after the other until `quit` or the last line; each one completes before the next
    /// is read.
    ///
    /// - Parameter lines: The lines.
    /// - Returns: The number of lines that failed.
    @discardableResult
    package func run(_ lines: some AsyncSequence<String, Never>) async -> Int {
        var failures = 0
        for await line in lines {
            do throws(CommandError) {
                guard let command = try Command(line: line) else { continue }
                echo(line)
                if command == .quit { return failures }
                if await !carryOut(command) { failures += 1 }
            } catch {
                failures += 1
                echo(line)
                print(Transcript.problem(error.message))
            }
        }
        return failures
    }

    /// Performs a command and waits for its result.
    ///
    /// - Returns: Whether it succeeded, possibly with warnings.
    private func carryOut(_ command: Command) async -> Bool {
        let known = desk.alerts.count
        if case .app(let input) = command {
            let task = desk.send(input)
            if case .textChanged = input { passTime(CitySearch.pause) }
            await task.finish()
        }
        let new = desk.alerts.dropFirst(known)
        for alert in new { print(Transcript.line(alert)) }
        for line in Transcript.lines(after: command, in: desk.store.state) { print(line) }
        if command == .alerts {
            if desk.alerts.isEmpty { print("There were no alerts.") }
            for (offset, alert) in desk.alerts.enumerated() {
                print("\(offset + 1). " + Transcript.line(alert))
            }
        }
        return !new.contains { $0.kind == .problem }
    }

    private func echo(_ line: String) {
        if isEchoing { print("> " + line.printable) }
    }
}
