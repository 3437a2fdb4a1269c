// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorKit
import TerminalKit
import TicTacToeApp
import TicTacToeHallOfFame
import TicTacToeTerminal
import Tributary

/// The program: parses its arguments, then runs in the mode that fits its terminal.
@main
struct TicTacToeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tic-tac-toe",
        abstract: "Plays tic-tac-toe in the terminal.",
        discussion: """
            In a terminal, keys control it; they are shown at the bottom. Otherwise it reads commands from \
            standard input, one a line:

            \(Command.overview)
            """
    )

    @Option(help: ArgumentHelp("Where the hall of fame is kept.", valueName: "file"))
    var hallOfFame: String = TicTacToeCommand.defaultFile

    @Option(help: ArgumentHelp("Let all chance follow from this number.", valueName: "number"))
    var seed: UInt64?

    @Flag(help: "Let nobody wait while computers think, where commands are read.")
    var fast = false

    @Flag(help: "Read commands, also in a terminal.")
    var script = false

    @Flag(help: ArgumentHelp(ProgramInspector.help))
    var inspect = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        guard !hallOfFame.isEmpty else { throw ValidationError("The hall of fame needs the name of a file.") }
    }

    @MainActor
    func run() async throws {
        let client = HallOfFameFile(path: hallOfFame).client
        let reporter = DiagnosticReporter { StandardError.write("\($0)") }
        let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
        let isWatched = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let clock = script || isDumb || !isWatched ? SteppedClock() : nil
        let desk = Desk(hallOfFame: client, seed: seed, clock: clock, reporter: reporter)
        let inspector = ProgramInspector(inspect, print: StandardError.write)
        try await inspector.show(desk.store, as: "Tic-tac-toe") { App() }
        await inspector.pause()
        var end = ProgramEnd()
        if let clock {
            end.failures = await runLines(at: desk, clock)
        } else if let terminal = RawTerminal(screen.options) {
            end.signal = await KeyMode(desk).run(in: terminal)
        } else {
            StandardError.write("The terminal takes no keys; start with “--script”.")
        }
        await inspector.end()
        await desk.close()
        try end.tellShell()
    }

    @MainActor
    private func runLines(at desk: Desk, _ clock: SteppedClock) async -> Int {
        let isWatched = isatty(STDIN_FILENO) == 1
        if isWatched { StandardError.write("Type “help” to see the commands.") }
        let mode = LineMode(desk: desk, clock: clock, isFast: fast, isEchoing: !isWatched) { line in
            print(line)
            // The answer must not be lost in a buffer if the next command is interrupted.
            fflush(nil)
        }
        let reader = LineReader()
        return await mode.run { await reader.next() }
    }

    /// A file in the system's folder for user data.
    private static var defaultFile: String {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? URL(filePath: ".")).appending(path: "tic-tac-toe/hall-of-fame.json").path
    }
}
