// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import StandupsAppFeature
import StandupsModel
import StandupsSpeech
import StandupsStorage
import TerminalKit
import Tributary

/// The program: parses its arguments, then runs in the mode that fits its terminal.
@main
struct StandupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "standups",
        abstract: "Keeps the daily standups of teams, and what is said in them.",
        discussion: """
            In a terminal, keys control it; they are shown at the bottom. Otherwise it reads commands from \
            standard input, one a line:

            \(Command.overview)
            """
    )

    /// The user's answer to the request for permission to record speech.
    enum Microphone: String, ExpressibleByArgument, CaseIterable { case granted, denied, broken }

    @Argument(help: "A link to begin with.")
    var link: String?

    @Option(help: ArgumentHelp("Where the standups are kept.", valueName: "file"))
    var file: String = StandupsCommand.defaultFile

    @Option(help: "What becomes of the microphone: granted, denied or broken.")
    var microphone = Microphone.granted

    @Option(help: ArgumentHelp("Let identifiers and the date follow from this number.", valueName: "number"))
    var seed: UInt32?

    @Flag(help: "Read commands, also in a terminal.")
    var script = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        guard !file.isEmpty else { throw ValidationError("The standups need the name of a file.") }
    }

    @MainActor
    func run() async throws {
        if !script, let terminal = RawTerminal(screen.options) {
            let desk = makeDesk(clock: nil)
            let signal = await KeyMode(desk).run(in: terminal)
            try await end(ProgramEnd(signal: signal), of: desk)
        } else {
            let clock = SteppedClock()
            let desk = makeDesk(clock: clock)
            let isWatched = isatty(STDIN_FILENO) == 1
            if isWatched { StandardError.write("Type “help” to see the commands.") }
            let mode = LineMode(desk: desk, clock: clock, isEchoing: !isWatched) { line in
                print(line)
                // The answer must not be lost in a buffer if the next command is interrupted.
                fflush(nil)
            }
            try await end(ProgramEnd(failures: await mode.run { readLine() }), of: desk)
        }
    }

    @MainActor
    private func makeDesk(clock: SteppedClock?) -> Desk {
        let desk = Desk(
            keeper: StandupFile(path: file).keeper,
            speech: ScriptedSpeech(
                answer: microphone == .denied ? .denied : .granted,
                isBroken: microphone == .broken
            ),
            clock: clock,
            reporter: DiagnosticReporter { StandardError.write("\($0)") }
        ) {
            guard let seed else { return }
            $0.uuid = .numbered(from: UInt64(seed) << 32)
            $0.date = .constant(Date(timeIntervalSince1970: 1_900_000_000))
        }
        if let link { desk.store.send(.follow(link)) }
        return desk
    }

    @MainActor
    private func end(_ end: ProgramEnd, of desk: Desk) async throws {
        var end = end
        await desk.close()
        if let words = desk.lastWords {
            StandardError.write(words)
            end.failures += 1
        }
        try end.tellShell()
    }

    /// A file in the system's folder for user data.
    private static var defaultFile: String {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? URL(filePath: ".")).appending(path: "standups/standups.json").path
    }
}
