// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import StandupsAppFeature
import StandupsRecord
import TerminalKit
import Tributary

/// Reads commands line by line, and completes each before the next: for pipes, scripts, and tests.
///
/// Time passes only in the command `wait`, so the same lines give the same answers.
@MainActor
final class LineMode {
    private let desk: Desk
    private let clock: SteppedClock
    private let isEchoing: Bool
    private let print: @MainActor (String) -> Void

    /// Makes a line mode.
    ///
    /// - Parameters:
    ///   - desk: The app to control.
    ///   - clock: The clock of the desk.
    ///   - isEchoing: Whether to print each command before its answer, because it is not visible while it is
    ///     typed.
    ///   - print: Receives the output, line by line.
    init(desk: Desk, clock: SteppedClock, isEchoing: Bool, print: @escaping @MainActor (String) -> Void) {
        self.desk = desk
        self.clock = clock
        self.isEchoing = isEchoing
        self.print = print
    }

    /// Performs lines one after the other, until `quit` or the last line.
    ///
    /// - Parameter nextLine: Waits for the next line, and returns `nil` after the last.
    /// - Returns: The number of failures: lines that failed, forms that could not be saved, and problems that
    ///   the app reports, such as an unreadable file, even before the first line.
    @discardableResult
    func run(_ nextLine: () async -> String?) async -> Int {
        await settle()
        show()
        var failures = desk.store.alert == nil ? 0 : 1
        while let line = await nextLine() {
            do throws(CommandError) {
                guard let command = try Command(line: line) else { continue }
                echo(line)
                if command == .quit { return failures }
                if await !answer(command) { failures += 1 }
            } catch {
                failures += 1
                echo(line)
                print("! " + error.message)
            }
        }
        return failures
    }

    private func echo(_ line: String) {
        if isEchoing { print("> " + String(line.withoutControls.prefix(80))) }
    }

    /// Performs a command and waits for its result.
    ///
    /// - Returns: Whether it succeeded.
    private func answer(_ command: Command) async -> Bool {
        if command == .help {
            for line in Command.overview.split(separator: "\n") { print(String(line)) }
            return true
        }
        let alert = desk.store.alert
        if case .refused(let reason) = desk.perform(command) { return refuse(reason.withoutControls) }
        if case .wait(let seconds) = command, await !wait(seconds) { return refuse("Nothing is going on.") }
        await settle()
        show()
        let isComplaining = desk.store.alert != nil && desk.store.alert != alert
        // A form that stays open shows its problem.
        return !isComplaining && (command != .save || desk.form == nil)
    }

    private func refuse(_ reason: String) -> Bool {
        print("! " + reason)
        return false
    }

    private func show() {
        for line in desk.scene.transcript { print(line.withoutControls) }
    }

    /// Waits until all remaining work waits for the clock.
    private func settle() async {
        await desk.settle()
        while clock.sleeperCount != desk.sleeperCount { await Task.yield() }
    }

    /// Advances the time of a meeting, until it ends or a question is shown.
    ///
    /// - Returns: Whether there is a meeting.
    private func wait(_ seconds: Int) async -> Bool {
        guard desk.isTimePassing else { return false }
        let end = clock.now.advanced(by: .seconds(seconds))
        while desk.isTimePassing, clock.now.advanced(by: await clock.nextWait()) <= end {
            clock.step()
            while clock.sleeperCount != desk.sleeperCount { await Task.yield() }
        }
        return true
    }
}

extension Desk {
    /// Whether the clock of a meeting is running.
    fileprivate var isTimePassing: Bool {
        if case .record(let record)? = store.path.last { record.runningClock != nil } else { false }
    }
}
