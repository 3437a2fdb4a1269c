// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Tributary
import TributaryTesting
import WeatherAPI
import WeatherAppFeature
import WeatherService
import WeatherTerminal

@MainActor
@Suite("From the command to the service and back", .timeLimit(.minutes(30)))
struct EndToEndTests {
    /// The app's answers to a script, with its own service and a clock without delays.
    private func transcript(_ commands: [String]) async throws -> [String] {
        try await session(commands).lines
    }

    private func session(_ commands: [String]) async throws -> (lines: [String], failures: Int) {
        let clock = ScriptClock()
        let server = try await WeatherServer(
            WeatherService(today: CalendarDay(number: 21_915)),
            pause: { clock.pass($0) }
        )
        let complaints = Complaints()
        let desk = WeatherDesk(
            client: .http(ServiceAddress(port: server.port), clock: clock),
            clock: clock,
            reporter: DiagnosticReporter { complaints.append("\($0)") }
        )
        var lines: [String] = []
        let mode = LineMode(desk: desk, isEchoing: false) {
            clock.pass($0)
        } print: {
            lines.append($0)
        }
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        for command in commands { continuation.yield(command) }
        continuation.finish()
        let failures = await mode.run(stream)
        desk.close()
        await server.stop()
        #expect(complaints.all == [])
        return (lines, failures)
    }

    @Test("counts failures, but neither warnings nor the list of available rows")
    func failures() async throws {
        let lines = [
            "network slow", "search lo", "open 1", "bogus", "network failing", "reload", "network good",
            "reload",
            "alerts", "back", "search nowhere", "quit", "bogus",
        ]
        #expect(try await session(lines).failures == 2)
    }

    @Test("cities are found, their rows load, and one is opened")
    func session() async throws {
        let lines = try await transcript(["search lon", "show 1..2", "open 1"])
        #expect(
            // Warnings about the weather are printed, too.
            lines.filter { !$0.hasPrefix("? ") } == [
                "4 cities begin with “lon”.", "  1. London, United Kingdom", "  2. Londrina, Brazil",
                "  3. Long Beach, United States", "  4. Longyearbyen, Norway",
                "  1. London, United Kingdom        " + (try weather("London")),
                "  2. Londrina, Brazil              " + (try weather("Londrina")),
                "London, United Kingdom",
            ] + (try forecast("London"))
        )
    }

    @Test("a slow network is reported once, and the same failure each time")
    func trouble() async throws {
        let lines = try await transcript([
            "network slow", "search lo", "show 1..5", "open 1", "reload", "network failing", "reload",
            "reload",
            "network stuck", "reload", "network good", "alerts",
        ])
        let slow = "? The network is slow: answers take longer than usual."
        let failure = "! The service answered 503: It was asked to fail."
        let timeout = "! The service did not answer within 20 seconds."
        #expect(lines.filter { $0 == slow }.count == 1)
        #expect(lines.filter { $0 == failure }.count == 2)
        #expect(lines.filter { $0 == timeout }.count == 1)
        #expect(lines.suffix(5).first == "1. " + slow)
        #expect(lines.suffix(4).first?.hasPrefix("2. ? Tue 2030-01-01: ") == true)
        #expect(Array(lines.suffix(3)) == ["3. " + failure, "4. " + failure, "5. " + timeout])
    }

    @Test("a script gives the same transcript each time")
    func deterministic() async throws {
        let script = [
            "search l", "show 1..9", "network slow", "search ma", "show 1..4", "network failing", "search b",
            "reload", "network good", "reload", "show 3..4", "open 4", "back", "list",
        ]
        let first = try await transcript(script)
        for _ in 1...3 { #expect(try await transcript(script) == first) }
    }

    private func place(_ name: String) throws -> Place {
        try #require(Atlas.places.first { $0.city.name == name })
    }

    private func weather(_ name: String) throws -> String {
        let request = ServiceRequest("/cities/\(try place(name).city.id)/weather")
        return try value(CurrentWeather.self, request).words
    }

    private func forecast(_ name: String) throws -> [String] {
        let request = ServiceRequest("/cities/\(try place(name).city.id)/forecast")
        return try value(ForecastReport.self, request).days.map { "  " + $0.words }
    }

    private func value<Value: Decodable>(_ type: Value.Type, _ request: ServiceRequest) throws -> Value {
        let answer = WeatherService(today: CalendarDay(number: 21_915)).answer(request)
        return try JSONDecoder().decode(type, from: answer.body)
    }
}
