// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import TerminalKit
import TicTacToeApp
import TicTacToeGame
import Tributary

/// Reads commands line by line, and completes each before the next: for pipes, scripts, and tests.
///
/// Time passes only while computers think in a game that is played or watched, so the same lines give the
/// same answers.
@MainActor
package final class LineMode {
    private let desk: Desk
    private let clock: SteppedClock
    private let isFast: Bool
    private let isEchoing: Bool
    private let print: @MainActor (String) -> Void
    private let announcer: Announcer
    private let connection: ObservationToken

    /// Makes a line mode.
    ///
    /// - Parameters:
    ///   - desk: The app to control.
    ///   - clock: The clock of the desk.
    ///   - isFast: Whether to skip the computers' thinking time.
    ///   - isEchoing: Whether to print each command before its answer, because it is not visible while it is
    ///     typed.
    ///   - print: Receives the output, line by line.
    package init(
        desk: Desk,
        clock: SteppedClock,
        isFast: Bool,
        isEchoing: Bool,
        print: @escaping @MainActor (String) -> Void
    ) {
        self.desk = desk
        self.clock = clock
        self.isFast = isFast
        self.isEchoing = isEchoing
        self.print = print
        announcer = Announcer(print: print)
        connection = announcer.connect(toActionsOf: desk.store) { Announcement($0) }
    }

    /// Performs lines one after the other, until `quit` or the last line; without a line, it suggests commands.
    ///
    /// - Parameter nextLine: Waits for the next line, and returns `nil` after the last.
    /// - Returns: The number of failures: lines that failed, moves against the rules, and problems with the
    ///   hall of fame, even before the first line.
    @discardableResult
    package func run(_ nextLine: () async -> String?) async -> Int {
        await settle()
        var failures = announcer.hasProblem ? 1 : 0
        var isRead = false
        while !desk.isOver, let line = await nextLine() {
            isRead = true
            do throws(CommandError) {
                guard let command = try Command(line: line) else { continue }
                echo(line)
                if command == .quit { break }
                if await !answer(command) { failures += 1 }
            } catch {
                failures += 1
                echo(line)
                print("! " + error.message)
            }
        }
        if !isRead {
            print(
                "There was no command to read. Type commands, such as “lobby” and “start”; “help” shows them all."
            )
            print("In a terminal, keys control the game.")
        }
        withExtendedLifetime(connection) {}
        return failures
    }

    private func echo(_ line: String) {
        if isEchoing { print("> " + String(line.withoutControls.prefix(80))) }
    }

    /// Performs a command and waits for its result.
    ///
    /// - Returns: Whether it succeeded.
    private func answer(_ command: Command) async -> Bool {
        announcer.begin()
        if command == .help {
            for line in Command.overview.split(separator: "\n") { print(String(line)) }
            return true
        }
        switch desk.perform(command) {
        case .refused(let reason): return refuse(reason)
        case .done(let text?): print(text)
        case .done(nil): break
        }
        if case .watch(let moves) = command, await !watch(moves) {
            return refuse("There is something to watch behind the main menu only.")
        }
        await settle()
        guard !announcer.hasProblem, !desk.isOver else { return !announcer.hasProblem }
        for line in SceneText.lines(desk.scene) { print(line) }
        return true
    }

    private func refuse(_ reason: String) -> Bool {
        print("! " + reason)
        return false
    }

    /// Waits until it is a person’s turn or the game is over, and until the hall of fame is stored.
    private func settle() async {
        await desk.hallOfFameRests()
        while let thought = desk.store.game?.thought {
            await letTimePass()
            await desk.store.next(\.game?.thought, after: thought)
        }
        await desk.hallOfFameRests()
    }

    /// Advances the demo game.
    ///
    /// - Returns: Whether there is one.
    private func watch(_ moves: Int) async -> Bool {
        for _ in 0..<moves {
            guard let demo = desk.store.menu?.demo else { return false }
            await letTimePass()
            await desk.store.next(\.menu?.demo, after: demo)
        }
        return true
    }

    private func letTimePass() async {
        let wait = await clock.nextWait()
        // If the task is cancelled, waiting ends early.
        if !isFast { try? await Task.sleep(for: wait) }
        clock.step()
    }
}

extension Store {
    /// Waits until a value has changed.
    fileprivate func next<Value: Equatable & Sendable>(
        _ value: @escaping (State) -> Value?,
        after old: Value
    ) async {
        for await new in values(value) where new != old { return }
    }
}
