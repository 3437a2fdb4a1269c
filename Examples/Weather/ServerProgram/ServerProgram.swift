// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Dispatch
import Foundation
import WeatherAPI
import WeatherService

/// The service as a program of its own, for clients that are started apart.
@main
struct ServerProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "weather-server",
        abstract: "Serves made-up weather over HTTP, to this machine only.",
        discussion: """
            GET /cities?prefix=lo&limit=100    the cities whose names begin so
            GET /cities/ID/weather             the weather in a city now
            GET /cities/ID/forecast?days=5     the days to come in a city

            Every request may ask for trouble: “delay=2” for an answer after two seconds, “fail=503” for a failure, \
            “spoil=cut” for half an answer, “spoil=flood” for one that is too large.
            """
    )

    @Option(help: "The port; 0 for one that is free.")
    var port: UInt16 = 8080

    @Option(help: ArgumentHelp("The day that it takes for today.", valueName: "2030-01-31"))
    var today: String?

    @Flag(help: "Do not print a line for every request.")
    var quiet = false

    func validate() throws {
        guard today.map({ CalendarDay($0) != nil }) ?? true else {
            throw ValidationError("A day is written as 2030-01-31.")
        }
    }

    func run() async throws {
        let day = today.flatMap(CalendarDay.init(_:)) ?? CalendarDay(at: Date())
        let log: (@Sendable (String) -> Void)? = quiet ? nil : Self.write
        let server = try await WeatherServer(WeatherService(today: day), port: port, log: log)
        Self.write("The weather of \(day) is served at http://127.0.0.1:\(server.port); Ctrl-C ends it.")
        let signals = Signals()
        for await _ in signals.stream { break }
        await server.stop()
    }

    @Sendable
    private static func write(_ line: String) {
        print(line)
        fflush(nil)
    }
}

/// What asks the program to end.
private struct Signals {
    let stream: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.stream = stream
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }
}
