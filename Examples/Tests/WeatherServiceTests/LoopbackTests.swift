// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryTesting
import WeatherAPI
import WeatherService

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Over loopback", .timeLimit(.minutes(30)))
struct LoopbackTests {
    private static let service = WeatherService(today: CalendarDay(number: 21_915))

    /// Runs a server for as long as something is done with it.
    private func withServer(
        pause: @escaping @Sendable (Duration) async throws -> Void = { _ in },
        _ body: (ServiceAddress) async throws -> Void
    ) async throws {
        let server = try await WeatherServer(Self.service, pause: pause)
        do {
            try await body(ServiceAddress(port: server.port))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    @Test("the client receives the data of the service")
    func answers() async throws {
        try await withServer { address in
            let client = WeatherClient.http(address, clock: TestClock())
            let cities = try await client.cities("São P", .good)
            #expect(cities.map(\.name) == ["São Paulo"])
            let city = try #require(cities.first)
            #expect(try await client.weather(city.id, .good).city == city.id)
            let report = try await client.forecast(city.id, .good)
            #expect(report.city == city)
            #expect(report.days.map(\.day.number) == Array(21_915..<21_920))
        }
    }

    @Test(
        "letters that addresses give a meaning arrive as they were typed",
        arguments: ["a&delay=1", "a+b", "a b", "%41", "#", "é!", "a=b", "?", "\"", "\u{1B}[2J"]
    )
    func strangeLetters(prefix: String) async throws {
        try await withServer { address in
            let found = try await WeatherClient.http(address, clock: TestClock()).cities(prefix, .good)
            #expect(found == [])
        }
    }

    @Test(
        "each error is one sentence",
        arguments: [
            (
                NetworkCondition.failing, WeatherError.Kind.status(503),
                "The service answered 503: It was asked to fail."
            ),
            (.garbled, .unreadable, "The service answered something that can't be read."),
            (.flooding, .tooLarge, "The answer of the service is too large: the limit is 256 kB."),
        ]
    )
    func failures(network: NetworkCondition, kind: WeatherError.Kind, message: String) async throws {
        try await withServer { address in
            await #expect(throws: WeatherError(kind, message)) {
                try await WeatherClient.http(address, clock: TestClock()).forecast(1, network)
            }
        }
    }

    @Test("an unknown city is reported in the service's own sentence")
    func missing() async throws {
        try await withServer { address in
            await #expect(
                throws: WeatherError(.status(404), "The service answered 404: There is no city 7777.")
            ) {
                try await WeatherClient.http(address, clock: TestClock()).weather(7777, .good)
            }
        }
    }

    @Test("an answer that takes too long is given up, by the injected clock")
    func timeout() async throws {
        let (clock, serverClock) = (TestClock(), TestClock())
        try await withServer(pause: { try await serverClock.sleep(for: $0) }) { address in
            let client = WeatherClient.http(address, timeout: .seconds(20), clock: clock)
            let request = Task { try await client.weather(1, .stuck) }
            await serverClock.sleepers(1)
            await clock.sleepers(1)
            await clock.advance(by: .seconds(20))
            await #expect(
                throws: WeatherError(.timedOut, "The service did not answer within 20 seconds.")
            ) {
                try await request.value
            }
            await serverClock.advance(by: .seconds(60))
        }
    }

    @Test("a delayed answer arrives after its delay")
    func delay() async throws {
        let serverClock = TestClock()
        try await withServer(pause: { try await serverClock.sleep(for: $0) }) { address in
            let client = WeatherClient.http(address, clock: TestClock())
            async let weather = client.weather(1, .slow)
            await serverClock.sleepers(1)
            await serverClock.advance(by: .seconds(3))
            let city = try await weather.city
            #expect(city == 1)
        }
    }

    @Test("a request ends when its task is cancelled, and not when the service answers")
    func cancelling() async throws {
        let serverClock = TestClock()
        try await withServer(pause: { try await serverClock.sleep(for: $0) }) { address in
            let client = WeatherClient.http(address, clock: TestClock())
            let request = Task { try await client.weather(1, .stuck) }
            await serverClock.sleepers(1)
            request.cancel()
            await #expect(throws: CancellationError.self) { try await request.value }
            #expect(serverClock.sleeperCount == 1)
            await serverClock.advance(by: .seconds(60))
            // The server continues for others.
            let city = try await client.weather(2, .good).city
            #expect(city == 2)
        }
    }

    @Test("the client reports that there is no service")
    func unreachable() async throws {
        let server = try await WeatherServer(Self.service)
        await server.stop()
        let error = await #expect(throws: WeatherError.self) {
            try await WeatherClient.http(ServiceAddress(port: server.port), clock: TestClock()).cities(
                "lo",
                .good
            )
        }
        #expect(error?.kind == .unreachable)
        #expect(error?.message.hasPrefix("The service can't be reached: ") == true)
    }

    @Test("a port that is taken is an error of one sentence")
    func takenPort() async throws {
        let server = try await WeatherServer(Self.service)
        let error = await #expect(throws: WeatherServerError.self) {
            try await WeatherServer(Self.service, port: server.port)
        }
        #expect(error?.description.hasPrefix("Nobody can listen on port \(server.port): ") == true)
        await server.stop()
    }

    @Test("errors are JSON for any client, and the answer to a wrong method names the right one")
    func rawAnswers() async throws {
        try await withServer { address in
            var request = URLRequest(url: try #require(address.url("/cities/1/weather")))
            request.httpMethod = "DELETE"
            let (data, response) = try await URLSession.shared.data(for: request)
            let answer = try #require(response as? HTTPURLResponse)
            #expect(answer.statusCode == 405)
            #expect(answer.value(forHTTPHeaderField: "Allow") == "GET")
            #expect(answer.value(forHTTPHeaderField: "Content-Type") == "application/json; charset=utf-8")
            #expect(
                try JSONDecoder().decode(ServiceProblem.self, from: data).error == "This can only be read."
            )
        }
    }
}
