// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import InspectorKit
import TerminalKit
import Tributary
import WeatherAPI
import WeatherAppFeature
import WeatherService
import WeatherTerminal

/// The program: starts the service, unless the arguments name one, and runs in the mode that fits its
/// terminal.
@main
struct WeatherProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weather",
        abstract: "Shows the weather of cities in the terminal.",
        discussion: """
            By itself it starts a service of made-up weather on a free port of this machine. In a terminal, keys \
            control it; they are shown at the bottom. Otherwise it reads commands from standard input, one a line:

            \(Command.overview)
            """
    )

    @Option(
        help: ArgumentHelp("The address of a service, such as http://127.0.0.1:8080.", valueName: "address")
    )
    var server: String?

    @Flag(help: "Start a service within the program; so it does unless “--server” names one.")
    var demo = false

    @Option(
        help: ArgumentHelp(
            "The day that the service within the program takes for today.",
            valueName: "2030-01-31"
        )
    )
    var today: String?

    @Flag(help: "Read commands from standard input, also in a terminal.")
    var script = false

    @Flag(help: "Do not wait for delays: time passes as fast as the service within the program answers.")
    var fast = false

    @Option(help: ArgumentHelp("How many rows of a search load at once.", valueName: "count"))
    var rowsAtOnce = 3

    @Flag(help: ArgumentHelp(ProgramInspector.help))
    var inspect = false

    @OptionGroup(title: "Screen")
    var screen: TerminalArguments

    func validate() throws {
        guard server == nil || !demo else {
            throw ValidationError("“--demo” and “--server” exclude each other.")
        }
        guard server.map({ ServiceAddress($0) != nil }) ?? true else {
            throw ValidationError("An address of a service is http://host:port, and nothing after it.")
        }
        guard server == nil || (!fast && today == nil) else {
            throw ValidationError("“--fast” and “--today” are for the service within the program.")
        }
        guard today.map({ CalendarDay($0) != nil }) ?? true else {
            throw ValidationError("A day is written as 2030-01-31.")
        }
        guard (1...20).contains(rowsAtOnce) else { throw ValidationError("From 1 to 20 rows load at once.") }
        guard !fast || isScript else { throw ValidationError("“--fast” is for scripts.") }
    }

    @MainActor
    func run() async throws {
        let scriptClock = fast ? ScriptClock() : nil
        let clock: any Clock<Duration> & Sendable = scriptClock ?? ContinuousClock()
        let service = try await startService(scriptClock)
        guard
            let address = service.map({ ServiceAddress(port: $0.port) })
                ?? server.flatMap(ServiceAddress.init)
        else { throw ValidationError("There is no service.") }
        let desk = WeatherDesk(
            client: .http(address, clock: clock),
            clock: clock,
            rowsAtOnce: rowsAtOnce,
            reporter: DiagnosticReporter { StandardError.write("\($0)") }
        )
        let inspector = ProgramInspector(inspect, print: StandardError.write)
        try await inspector.show(desk.store, as: "Weather") { [rowsAtOnce] in
            WeatherApp(rowsAtOnce: rowsAtOnce)
        }
        await inspector.pause()
        let end = await isScript ? runLines(at: desk, scriptClock) : runKeys(at: desk)
        await inspector.end()
        desk.close()
        await service?.stop()
        try end.tellShell()
    }

    private var isScript: Bool {
        script || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0
            || ProcessInfo.processInfo.environment["TERM"] == "dumb"
    }

    private func startService(_ clock: ScriptClock?) async throws -> WeatherServer? {
        guard server == nil else { return nil }
        let today = today.flatMap(CalendarDay.init(_:)) ?? CalendarDay(at: Date())
        let service = WeatherService(today: today)
        guard let clock else { return try await WeatherServer(service) }
        return try await WeatherServer(service, pause: { clock.pass($0) })
    }

    @MainActor
    private func runLines(at desk: WeatherDesk, _ clock: ScriptClock?) async -> ProgramEnd {
        let isWatched = isatty(STDIN_FILENO) == 1
        if isWatched { StandardError.write("Type “help” to see the commands.") }
        let mode = LineMode(desk: desk, isEchoing: !isWatched) {
            clock?.pass($0)
        } print: { line in
            print(line)
            // The answer must not be lost in a buffer if the next command is interrupted.
            fflush(nil)
        }
        return ProgramEnd(failures: await mode.run(InputLines.stream()))
    }

    @MainActor
    private func runKeys(at desk: WeatherDesk) async -> ProgramEnd {
        guard let terminal = RawTerminal(screen.options) else { return await runLines(at: desk, nil) }
        let signal = await KeyMode(desk: desk, window: terminal.window).run(
            TerminalEvents(of: terminal).stream
        )
        terminal.restore()
        return ProgramEnd(signal: signal)
    }
}
