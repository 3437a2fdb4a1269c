// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TerminalKit
import Testing
import TicTacToeHallOfFame
import TicTacToeRules
import Tributary
import TributaryTesting

@testable import TicTacToeTerminal

@MainActor
@Suite("A transcript", .timeLimit(.minutes(30)))
struct TranscriptTests {
    @Test("suggests commands if there is nothing to read")
    func nothing() async {
        #expect(
            await transcript(of: []) == """
                There was no command to read. Type commands, such as “lobby” and “start”; “help” shows them all.
                In a terminal, keys control the game.
                """
        )
    }

    @Test("describes a game of two people, and refuses moves against the rules")
    func people() async {
        let lines = [
            "move 5", "set x human Ada", "lobby", "set x human Ada", "set o human Bob", "start", "move 5",
            "move x 1", "5", "1", "9", "2", "move o 2", "3", "7",
        ]
        #expect(
            await transcript(of: lines).hasSuffix(
                """
                > start
                 1 │ 2 │ 3
                ───┼───┼───
                 4 │ 5 │ 6
                ───┼───┼───
                 7 │ 8 │ 9
                It is Ada’s turn (X).
                > move 5
                X plays 5.
                 1 │ 2 │ 3
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 7 │ 8 │ 9
                It is Bob’s turn (O).
                > move x 1
                ! It is O’s turn.
                > 5
                ! Field 5 is taken.
                > 1
                O plays 1.
                 O │ 2 │ 3
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 7 │ 8 │ 9
                It is Ada’s turn (X).
                > 9
                X plays 9.
                 O │ 2 │ 3
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 7 │ 8 │ X
                It is Bob’s turn (O).
                > 2
                O plays 2.
                 O │ O │ 3
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 7 │ 8 │ X
                It is Ada’s turn (X).
                > move o 2
                ! It is X’s turn.
                > 3
                X plays 3.
                 O │ O │ X
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 7 │ 8 │ X
                It is Bob’s turn (O).
                > 7
                O plays 7.
                 O │ O │ X
                ───┼───┼───
                 4 │ X │ 6
                ───┼───┼───
                 O │ 8 │ X
                It is Ada’s turn (X).
                """
            )
        )
    }

    @Test("describes settings that are changed, undone, and redone")
    func lobby() async {
        let lines = [
            "undo", "lobby", "undo", "set pace slow", "set pace slow", "undo", "redo", "redo", "swap",
        ]
        #expect(
            await transcript(of: lines) == """
                > undo
                ! Settings are changed in the lobby only.
                > lobby
                X     Player X
                O     Medium computer
                Pace  normal
                > undo
                ! There is nothing to undo.
                > set pace slow
                X     Player X
                O     Medium computer
                Pace  slow
                Undo  Pace is slow
                > set pace slow
                It is so already.
                X     Player X
                O     Medium computer
                Pace  slow
                Undo  Pace is slow
                > undo
                Undone: Pace is slow.
                X     Player X
                O     Medium computer
                Pace  normal
                Redo  Pace is slow
                > redo
                Redone: Pace is slow.
                X     Player X
                O     Medium computer
                Pace  slow
                Undo  Pace is slow
                > redo
                ! There is nothing to redo.
                > swap
                X     Medium computer
                O     Player X
                Pace  slow
                Undo  Swap sides
                """
        )
    }

    @Test(
        "of two perfect computers is a draw, which is in the hall of fame",
        arguments: [1, 2, 3] as [UInt64]
    )
    func computers(seed: UInt64) async {
        let lines = ["lobby", "set x computer perfect", "set o computer perfect", "start", "menu", "hall"]
        let text = await transcript(of: lines, seed: seed)
        #expect(
            text.hasSuffix(
                """
                > hall
                     Player                Points     Won   Drawn    Lost  Streak
                  1. Perfect computer           2       0       2       0       0
                1 game.
                  A draw.
                """
            )
        )
        #expect(text.contains("\nA draw.\n> menu\n"))
    }

    @Test(
        "is the same for the same seed, also for hundreds of random commands",
        arguments: 1...10 as ClosedRange<UInt64>
    )
    func same(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let choices = [
            "menu", "lobby", "hall", "start", "start", "again", "resign", "watch 3", "undo", "redo", "swap",
            "set x computer easy", "set o human Bob", "set x human Ada", "set o computer perfect", "up",
            "down",
            "look", "fly", "move 1", "move 2", "move 3", "move 4", "move 5", "move 6", "move 7", "move 8",
            "move 9", "move x 5", "move o 1",
        ]
        let lines = (0..<150).compactMap { _ in choices.randomElement(using: &generator) }
        let first = await transcript(of: lines, seed: seed)
        #expect(await transcript(of: lines, seed: seed) == first)
        #expect(first.contains("plays"))
    }

    @Test("reports a damaged hall of fame before the first command")
    func damaged() async {
        let client = HallOfFameClient(load: { .damaged("It was damaged.") }, save: { _ in })
        #expect(
            await transcript(of: ["hall"], client: client) == """
                ! It was damaged.
                > hall
                No game has been played yet.
                """
        )
    }

    @Test(
        "counts the lines that could not be done, and the moves that are against the rules",
        arguments: [
            (["lobby", "look", "help", "undo"], 1),
            (["lobby", "start", "watch 1", "5", "5", "fly", "hall"], 3),
            (["quit", "fly"], 0),
        ]
    )
    func failures(lines: [String], count: Int) async {
        #expect(await session(of: lines).failures == count)
        let damaged = HallOfFameClient(load: { .damaged("It was damaged.") }, save: { _ in })
        #expect(await session(of: lines, client: damaged).failures == count + 1)
    }

    @Test("ends when the main menu quits")
    func quits() async {
        let text = await transcript(of: ["up", "choose", "lobby"])
        #expect(text.hasSuffix("> choose"))
        #expect(await transcript(of: ["quit", "lobby"]) == "> quit")
    }

    private func transcript(
        of lines: [String],
        seed: UInt64 = 1,
        client: HallOfFameClient = .forgetful
    ) async -> String {
        await session(of: lines, seed: seed, client: client).output.joined(separator: "\n")
    }

    private func session(
        of lines: [String],
        seed: UInt64 = 1,
        client: HallOfFameClient = .forgetful
    ) async -> (output: [String], failures: Int) {
        // No complaint of the library belongs into a session, however clumsy the commands are.
        let reporter = DiagnosticReporter { Issue.record("\($0)") }
        let clock = SteppedClock()
        let desk = Desk(hallOfFame: client, seed: seed, clock: clock, reporter: reporter)
        var lines = lines[...]
        var output: [String] = []
        let mode = LineMode(desk: desk, clock: clock, isFast: true, isEchoing: true) { output.append($0) }
        let failures = await mode.run { lines.popFirst() }
        await desk.close()
        return (output, failures)
    }
}
