// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import CostTestSupport
import Foundation
import HTTPKit
import Testing
import WeatherAPI

@testable import WeatherService

@Suite("The cost of hostile requests and answers", .timeLimit(.minutes(30)))
struct CostTests {
    private let service = WeatherService(today: CalendarDay(number: 21_915))

    @Test(
        "A query costs as much as it is long",
        arguments: ["prefix", "limit", "days", "delay", "fail", "spoil", "other"]
    )
    func parameters(name: String) {
        let growth = ProcessorTime.growth(
            from: 5_000,
            of: { Array(repeating: ServiceRequest.Parameter(name, "1"), count: $0) },
            { query in
                for path in ["/cities", "/cities/1/forecast"] {
                    _ = service.answer(ServiceRequest(path, query))
                }
            }
        )
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test(
        "A path and a value cost as much as they are long",
        arguments: ["/", "9", "x", "e\u{301}", "\u{301}", "ł"]
    )
    func texts(piece: String) {
        let growth = ProcessorTime.growth(from: 20_000, of: { String(repeating: piece, count: $0) }) { text in
            _ = service.answer(ServiceRequest("/cities/\(text)/weather"))
            for name in ["prefix", "limit", "delay", "fail", "spoil"] {
                _ = service.answer(ServiceRequest("/cities", [.init("prefix", "a"), .init(name, text)]))
                _ = service.answer(ServiceRequest("/cities", [.init(name, text)]))
            }
        }
        #expect(growth < ProcessorTime.linearGrowth)
    }

    @Test(
        "An answer costs as much as it is long",
        arguments: [
            (
                #"{"cities":["#, #"{"id":1,"name":"x","country":"y"},"#,
                #"{"id":1,"name":"x","country":"y"}]}"#
            ),
            (#"{"cities":"#, "[", ""), (#"{"cities":"#, #"{"a":"#, ""), ("{", #""a":1,"#, #""cities":[]}"#),
            (#"{"cities":[],"a":""#, #"\u0041"#, #""}"#), (#"{"cities":"#, "9", "}"), ("", " ", "{}"),
        ]
    )
    func answers(start: String, piece: String, end: String) {
        let growth = ProcessorTime.growth(
            from: 5_000,
            of: { Data((start + String(repeating: piece, count: $0) + end).utf8) },
            { data in
                var answer = HTTPAnswer(sizeLimit: .max)
                _ = answer.receive(HTTPHead(status: 200))
                for start in stride(from: 0, to: data.count, by: 512) {
                    _ = answer.receive(data[start..<min(data.count, start + 512)])
                }
                _ = try? answer.value(of: CityList.self)
            }
        )
        #expect(growth < ProcessorTime.linearGrowth)
    }
}
