// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import TerminalKit
import TicTacToeApp
import TicTacToeGame
import Tributary

/// Reads commands line by line, and carries out each to its end before the next: for pipes, scripts and tests.
///
/// Time passes only while computers think about a game that is played or watched, so the same lines give the same
/// answers.
@MainActor
final class LineMode {
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
    ///   - desk: What is controlled.
    ///   - clock: The clock of the desk.
    ///   - isFast: Whether the program does not really wait while computers think.
    ///   - isEchoing: Whether each command is printed before its answer, because it is not seen while it is typed.
    ///   - print: Takes the output, line by line.
    init(
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

    /// Carries out line after line, until `quit` or the last line.
    ///
    /// - Parameter nextLine: Waits for the next line, and gives `nil` after the last.
    /// - Returns: How many steps failed: lines that could not be carried out, moves against the rules, and a hall of fame
    ///   that can’t be read or kept, also before the first line.
    @discardableResult
    func run(_ nextLine: () async -> String?) async -> Int {
        await settle()
        var failures = announcer.hasProblem ? 1 : 0
        while !desk.isOver, let line = await nextLine() {
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
        withExtendedLifetime(connection) {}
        return failures
    }

    private func echo(_ line: String) {
        if isEchoing { print("> " + String(line.withoutControls.prefix(80))) }
    }

    /// Carries out a command to its end.
    ///
    /// - Returns: Whether it could be done.
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

    /// Waits until it is a person’s turn or the game is over, and until the hall of fame is kept.
    private func settle() async {
        await desk.hallOfFameRests()
        while let thought = desk.store.game?.thought {
            await letTimePass()
            await desk.store.next(\.game?.thought, after: thought)
        }
        await desk.hallOfFameRests()
    }

    /// Lets the game behind the menu go on.
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
        // A task that is cancelled while it waits need not wait any more.
        if !isFast { try? await Task.sleep(for: wait) }
        clock.step()
    }
}

extension Store {
    /// Waits until a value is another than it was.
    fileprivate func next<Value: Equatable & Sendable>(
        _ value: @escaping (State) -> Value?,
        after old: Value
    ) async {
        for await new in values(value) where new != old { return }
    }
}
