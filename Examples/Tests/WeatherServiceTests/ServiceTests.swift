// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WeatherAPI

@testable import WeatherService

@Suite("The service", .timeLimit(.minutes(30)))
struct ServiceTests {
    private let service = WeatherService(today: CalendarDay(number: 21_915))

    private func error(_ answer: ServiceAnswer) throws -> String {
        try JSONDecoder().decode(ServiceProblem.self, from: answer.body).error
    }

    @Test(
        "finds cities by the beginning of their names, whatever the case and accents",
        arguments: [
            (
                "lo",
                [
                    "Lodz", "Lomé", "London", "Londrina", "Long Beach", "Longyearbyen", "Los Angeles",
                    "Louisville",
                ]
            ),
            ("LÓD", ["Łódź"]), ("são", ["São Paulo"]), ("sao p", ["São Paulo"]), ("x", []),
            ("zur", ["Zürich"]),
        ]
    )
    func search(prefix: String, names: [String]) throws {
        let answer = service.answer(ServiceRequest("/cities", [.init("prefix", prefix)]))
        #expect(answer.status == 200)
        let found = try JSONDecoder().decode(CityList.self, from: answer.body).cities.map(\.name)
        #expect(found == names.map { $0 == "Lodz" ? "Łódź" : $0 })
    }

    @Test("lists every city once, by number, name, and country")
    func atlas() {
        #expect(Atlas.places.count == 130)
        #expect(Set(Atlas.places.map(\.city.id)).count == Atlas.places.count)
        #expect(Set(Atlas.places.map(\.city.name)).count == Atlas.places.count)
        for place in Atlas.places {
            #expect(Atlas.place(place.city.id) == place)
            #expect((-90...90).contains(place.latitude))
        }
    }

    @Test("returns the same weather each time, and different weather for another day")
    func stable() throws {
        let request = ServiceRequest("/cities/69/forecast", [.init("days", "14")])
        let first = service.answer(request)
        #expect(first == service.answer(request))
        let later = WeatherService(today: service.today.advanced(by: 1)).answer(request)
        let (days, next) = (
            try JSONDecoder().decode(ForecastReport.self, from: first.body).days,
            try JSONDecoder().decode(ForecastReport.self, from: later.body).days
        )
        #expect(days.count == 14)
        #expect(Array(days.dropFirst()) == Array(next.dropLast()))
        #expect(Set(days.map(\.highest)).count > 1)
    }

    @Test("makes up weather that could be")
    func plausible() {
        for place in Atlas.places {
            for offset in stride(from: 0, to: 365, by: 13) {
                let day = service.today.advanced(by: offset)
                let forecast = Climate(of: place).forecast(for: day)
                let now = Climate(of: place).weather(on: day)
                let isPlausible =
                    forecast.lowest < forecast.highest && (-55...50).contains(forecast.lowest)
                    && (-50...55).contains(forecast.highest) && (0...100).contains(forecast.precipitation)
                    && (forecast.lowest...forecast.highest).contains(now.temperature)
                    && (forecast.sky != .snow || forecast.lowest < 0)
                if !isPlausible { Issue.record("\(place.city) on \(day): \(forecast), \(now)") }
            }
        }
    }

    @Test(
        "refuses unsupported requests, with the right status and one sentence",
        arguments: [
            (400, "GET", "/cities", ""), (400, "GET", "/cities", "prefix="),
            (400, "GET", "/cities", "prefix=a&prefix=b"), (400, "GET", "/cities", "prefix=a&limit=0"),
            (400, "GET", "/cities", "prefix=a&limit=x"), (404, "GET", "/", ""), (404, "GET", "/nothing", ""),
            (404, "GET", "/cities/1", ""), (404, "GET", "/cities/1/weather/now", ""),
            (400, "GET", "/cities/x/weather", ""), (404, "GET", "/cities/0/weather", ""),
            (404, "GET", "/cities/9223372036854775807/forecast", ""),
            (400, "GET", "/cities/9223372036854775808/forecast", ""),
            (400, "GET", "/cities/1/forecast", "days=15"), (400, "GET", "/cities/1/forecast", "days=-1"),
            (405, "POST", "/cities", "prefix=a"), (405, "DELETE", "/cities/1/weather", ""),
            (400, "GET", "/cities", "prefix=a&delay=61"), (400, "GET", "/cities", "prefix=a&delay=1.5"),
            (400, "GET", "/cities", "prefix=a&fail=200"), (400, "GET", "/cities", "prefix=a&spoil=milk"),
        ]
    )
    func refusals(status: Int, method: String, path: String, query: String) throws {
        let parameters = query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            return ServiceRequest.Parameter(parts[0], parts[1])
        }
        let answer = service.answer(ServiceRequest(path, parameters, method: method))
        #expect(answer.status == status)
        #expect(try error(answer).hasSuffix("."))
        #expect((answer.headers["Allow"] == "GET") == (status == 405))
    }

    @Test("applies the disturbance that the request asks for")
    func disturbances() throws {
        let plain = service.answer(ServiceRequest("/cities/1/weather"))
        func answer(_ name: String, _ value: String) -> ServiceAnswer {
            service.answer(ServiceRequest("/cities/1/weather", [.init(name, value)]))
        }
        var delayed = plain
        delayed.delay = .seconds(2)
        #expect(answer("delay", "2") == delayed)
        #expect(answer("fail", "503").status == 503)
        #expect(try error(answer("fail", "503")) == "It was asked to fail.")
        #expect(answer("spoil", "cut").body == plain.body.prefix(plain.body.count / 2))
        #expect(answer("spoil", "flood").body.count == plain.body.count + 1_000_000)
    }

    @Test("has an answer to everything")
    func fuzz() {
        var numbers = StableNumbers(seed: 11)
        let pieces = [
            "", "/", "cities", "weather", "forecast", "1", "-1", "é", "\u{0}", "..", "%", "9".repeated(30),
        ]
        let names = ["prefix", "limit", "days", "delay", "fail", "spoil", ""]
        for _ in 1...2_000 {
            let path = (0..<Int.random(in: 0...5, using: &numbers)).map { _ in
                "/" + (pieces.randomElement(using: &numbers) ?? "")
            }
            let query = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                ServiceRequest.Parameter(
                    names.randomElement(using: &numbers) ?? "",
                    pieces.randomElement(using: &numbers) ?? ""
                )
            }
            let answer = service.answer(ServiceRequest(path.joined(), query))
            #expect([200, 400, 404].contains(answer.status))
            #expect(answer.delay <= .seconds(60))
        }
    }
}

extension String {
    fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
