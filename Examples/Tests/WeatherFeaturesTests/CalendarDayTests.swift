// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WeatherAPI

@Suite("A calendar day", .timeLimit(.minutes(30)))
struct CalendarDayTests {
    @Test("reads and writes every day there is, in order, without a gap")
    func everyDay() {
        var lengths: [Int: Int] = [:]
        var before = (year: 0, month: 12, day: 31)
        for number in stride(
            from: CalendarDay.numbers.lowerBound,
            through: CalendarDay.numbers.upperBound,
            by: 1
        ) {
            let parts = CalendarDay(number: number).parts
            let isNext =
                parts == (before.year, before.month, before.day + 1)
                || (parts.day == 1 && parts == (before.year, before.month + 1, 1))
                || (before.month == 12 && before.day == 31 && parts == (before.year + 1, 1, 1))
            if !isNext { Issue.record("After \(before) comes \(parts).") }
            lengths[parts.year, default: 0] += 1
            before = parts
        }
        #expect(before == (9999, 12, 31))
        #expect(lengths.count == 9999)
        for (year, length) in lengths {
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            if length != (isLeap ? 366 : 365) { Issue.record("\(year) has \(length) days.") }
        }
    }

    @Test(
        "is what the calendar says",
        arguments: [
            (0, "1970-01-01", "Thu"), (21_915, "2030-01-01", "Tue"), (11_016, "2000-02-29", "Tue"),
            (-1, "1969-12-31", "Wed"),
        ]
    )
    func known(number: Int, text: String, weekday: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.number == number)
        #expect(day.description == text)
        #expect(day.weekday == weekday)
        let data = try JSONEncoder().encode([day])
        #expect(try JSONDecoder().decode([CalendarDay].self, from: data) == [day])
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "2030", "2030-1-1", "2030-02-29", "2030-13-01", "2030-00-10", "0000-01-01", "-030-01-01",
            "2030-01-01-01", "20３0-01-01", "+030-01-01", "2030-01-011", "2030/01/01",
        ]
    )
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("stays within its years")
    func limits() {
        #expect(CalendarDay(number: .max).description == "9999-12-31")
        #expect(CalendarDay(number: .min).description == "0001-01-01")
        #expect(CalendarDay(number: 0).advanced(by: 59).description == "1970-03-01")
    }
}
