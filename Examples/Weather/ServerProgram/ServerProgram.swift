// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import Logging
import ServerKit
import ServiceLifecycle
import WeatherAPI
import WeatherService

/// The service as a separate program, for clients that are started separately.
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

            What is not said here is taken from the environment, WEATHER_PORT and WEATHER_TODAY, and else from the file \
            of --options: {"weather": {"port": 8080}}.
            """
    )

    @Option(help: "The port; 0 for one that is free. (default: 8080)")
    var port: Int?

    @Option(help: ArgumentHelp("The day that it takes for today.", valueName: "2030-01-31"))
    var today: String?

    @Option(help: ArgumentHelp("A JSON file with options.", valueName: "file"))
    var options: String?

    @Flag(help: "Do not log a line for every request.")
    var quiet = false

    func validate() throws {
        guard today.map({ CalendarDay($0) != nil }) ?? true else {
            throw ValidationError("A day is written as 2030-01-31.")
        }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        let options = try await ServerOptions(
            "weather",
            commandLine: ["port": port.map { "\($0)" }, "today": today, "quiet": quiet ? "true" : nil],
            environment: environment,
            file: options ?? environment["WEATHER_OPTIONS"],
            defaults: ["port": "8080", "today": "\(CalendarDay(at: Date()))", "quiet": "false"]
        )
        let day = try options.value("today", of: "days, as 2030-01-31") { CalendarDay($0) }
        let logger = Logger(of: "weather-server", from: try options.flag("quiet") ? .warning : .info)
        let service = ServedWeather(
            service: WeatherService(today: day),
            port: UInt16(try options.number("port", in: 0...65535)),
            logger: logger
        ) { port in
            print("The weather of \(day) is served at http://127.0.0.1:\(port); Ctrl-C ends it.")
            fflush(nil)
        }
        try await runServer(service, logger: logger)
    }
}

/// The service at its port, until it is stopped.
private struct ServedWeather: Service {
    let service: WeatherService
    let port: UInt16
    let logger: Logger
    let onListening: @Sendable (_ port: UInt16) -> Void

    func run() async throws {
        let server = try await WeatherServer(service, port: port, log: { logger.info("\($0)") })
        onListening(server.port)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // It ends by itself only after an error.
            group.addTask { try await server.wait() }
            group.addTask { try await gracefulShutdown() }
            defer { group.cancelAll() }
            try await group.next()
            await server.stop()
        }
    }
}
