// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WeatherAPI

@Suite("A calendar day", .timeLimit(.minutes(30)))
struct CalendarDayTests {
    /// The calendar repeats itself after 400 years.
    @Test(
        "is followed by the next, without a gap, in its first and its last years",
        arguments: [1_583, 9_600]
    )
    func everyDay(year: Int) throws {
        var lengths: [Int: Int] = [:]
        var before = (year: year - 1, month: 12, day: 31)
        let start = try #require(CalendarDay(year: year, month: 1, day: 1))
        for number in start.number..<start.number + 146_097 {
            let parts = CalendarDay(number: number).parts
            let isNext =
                parts == (before.year, before.month, before.day + 1)
                || (parts.day == 1 && parts == (before.year, before.month + 1, 1))
                || (before.month == 12 && before.day == 31 && parts == (before.year + 1, 1, 1))
            if !isNext { Issue.record("After \(before) comes \(parts).") }
            lengths[parts.year, default: 0] += 1
            before = parts
        }
        #expect(lengths.count == 400)
        for (year, length) in lengths {
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            if length != (isLeap ? 366 : 365) { Issue.record("\(year) has \(length) days.") }
        }
    }

    @Test(
        "agrees with the calendar",
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
            "", "2030", "2030-1-1", "2030-02-29", "2030-13-01", "2030-00-10", "0000-01-01", "1582-12-31",
            "-030-01-01",
            "2030-01-01-01", "20３0-01-01", "+030-01-01", "2030-01-011", "2030/01/01",
        ]
    )
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("stays within its years")
    func limits() {
        #expect(CalendarDay(number: .max).description == "9999-12-31")
        #expect(CalendarDay(number: .min).description == "1583-01-01")
        #expect(CalendarDay(number: 0).advanced(by: 59).description == "1970-03-01")
    }
}
