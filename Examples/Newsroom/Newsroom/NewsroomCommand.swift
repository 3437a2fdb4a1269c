// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorKit
import News
import Terminal
import TerminalKit
import Tributary
import TributaryJournal

/// The program: parses its arguments, then runs in the mode that fits its terminal.
@main
struct NewsroomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "newsroom",
        abstract: "Reads feeds in the terminal.",
        discussion: """
            In a terminal, keys control it; they are shown at the bottom. Otherwise it reads commands from \
            standard input, one a line:

            \(Command.overview)
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Feeds to read instead of yours: files, or addresses with http or https.",
            discussion: """
                RSS, Atom or JSON Feed. They are remembered for themselves. Without them it reads your feeds, \
                which are three of its own until you add and remove some.
                """,
            valueName: "feed"
        )
    )
    var feeds: [String] = []

    @Option(help: ArgumentHelp("How News is attached to the app; nothing to be seen depends on it."))
    var attach = NewsAttachment.composed

    @Option(help: ArgumentHelp("How long loading may take.", valueName: "seconds"))
    var timeout = 15.0

    @Option(
        help: ArgumentHelp(
            "Where it is kept which feeds there are, what was loaded and read, and where the reader was; “none” keeps nothing.",
            discussion: "By default: \(NewsroomCommand.defaultJournal)",
            valueName: "file"
        )
    )
    var journal: String?

    @Flag(help: "Print every action and what it changed to standard error.")
    var log = false

    @Flag(help: ArgumentHelp(ProgramInspector.help))
    var inspect = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else {
            throw ValidationError("The time-out is a number of seconds between 0 and 3600.")
        }
    }

    @MainActor
    func run() async throws {
        let opener = LinkOpener(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let client = NewsClient.live(timeout: .seconds(timeout), opener: opener)
        let errors = ErrorStream()
        let reporter = DiagnosticReporter { errors.write("\($0)") }
        let keeping = try keeping(errors)
        let desk = try await NewsroomDesk(
            attach,
            feeds: feeds.isEmpty ? FeedPlace.own : feeds.map(FeedPlace.absolute),
            client: client,
            keeping: keeping,
            log: log ? errors.write : nil,
            reporter: reporter
        )
        let inspector = ProgramInspector(inspect, print: errors.write)
        try await desk.show(in: inspector)
        await inspector.pause()
        var end = ProgramEnd()
        if let terminal = RawTerminal(screen.options) {
            errors.hold()
            end.signal = try await runKeys(at: desk, keeping, terminal: terminal)
            errors.release()
        } else {
            end.failures = await runLines(at: desk, errors)
        }
        await inspector.end()
        await desk.close()
        await keeping.close()
        try end.tellShell()
    }

    @MainActor
    private func runLines(at desk: NewsroomDesk, _ errors: ErrorStream) async -> Int {
        let isWatched = isatty(STDIN_FILENO) == 1
        if isWatched { errors.write("Type “help” to see the commands.") }
        let reader = LineReader()
        let mode = LineMode(desk: desk, isEchoing: !isWatched) { line in
            print(line)
            // The answer must not be lost in a buffer if the next command is interrupted.
            fflush(nil)
        }
        return await mode.run { await reader.next() }
    }

    private func keeping(_ errors: ErrorStream) throws -> Keeping {
        guard journal != "none" else { return .nowhere }
        // Feeds in the arguments form a collection of their own.
        let names = feeds.map(FeedPlace.absolute).joined(separator: " ")
        do {
            return try Keeping(
                at: journal ?? Self.defaultJournal,
                shelf: feeds.isEmpty ? "subscriptions" : names
            )
        } catch ActionLogError.inUse(let place) where journal == nil {
            errors.write("Another newsroom uses \(place); this one keeps nothing.")
            return .nowhere
        }
    }

    /// A file in the system's folder for user data.
    private static var defaultJournal: String {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return (folder ?? URL(filePath: ".")).appending(path: "newsroom/journal.sqlite").path
    }

    @MainActor
    private func runKeys(at desk: NewsroomDesk, _ keeping: Keeping, terminal: RawTerminal) async throws
        -> Int32?
    {
        let browser: StoreOf<Browser>
        do {
            browser = try await keeping.store("browser", initialState: Browser.State()) { Browser() }
        } catch {
            terminal.restore()
            throw error
        }
        // Stored articles are shown at once, and new ones when they are loaded.
        _ = desk.perform(.refresh)
        let mode = KeyMode(
            desk: desk,
            browser: browser,
            window: terminal.window
        )
        let signal = await mode.run(TerminalEvents(of: terminal).stream)
        terminal.restore()
        return signal
    }
}

extension NewsAttachment: ExpressibleByArgument {}
