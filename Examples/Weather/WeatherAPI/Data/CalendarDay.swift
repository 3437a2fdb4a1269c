// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A day, without time, zone, or calendar: the number of days since the first of January 1970.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// The number of days since the first of January 1970, within years of four digits.
    package let number: Int

    /// The first and the last valid day: whole years of the Gregorian calendar.
    package static let numbers = -141_349...2_932_896

    /// The day with this number, or the nearest valid one.
    package init(number: Int) {
        self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    /// The day after this number of days.
    package func advanced(by days: Int) -> CalendarDay {
        CalendarDay(number: number.addingReportingOverflow(days).partialValue)
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay {
    /// Year, month and day of the Gregorian calendar.
    package var parts: (year: Int, month: Int, day: Int) {
        let parts = Self.calendar.dateComponents([.year, .month, .day], from: date)
        return (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    /// The day of a date, or `nil` if the date is invalid.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year) else { return nil }
        let parts = DateComponents(calendar: Self.calendar, year: year, month: month, day: day)
        guard parts.isValidDate, let date = parts.date else { return nil }
        let number = Int((date.timeIntervalSince1970 / Self.length).rounded(.down))
        guard Self.numbers.contains(number) else { return nil }
        self.init(number: number)
    }

    /// The day of the week in words.
    package var weekday: String {
        Self.calendar.shortWeekdaySymbols[Self.calendar.component(.weekday, from: date) - 1]
    }

    /// The beginning of the day in universal time.
    private var date: Date { Date(timeIntervalSince1970: Double(number) * Self.length) }

    /// The length of a day in seconds.
    private static let length = 86_400.0

    /// The calendar for all days, independent of the machine.
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.locale = Locale(identifier: "en_US_POSIX")
        return calendar
    }()
}

extension CalendarDay: LosslessStringConvertible {
    /// The day as `2030-01-31`.
    package var description: String {
        let parts = parts
        return [(parts.year, 4), (parts.month, 2), (parts.day, 2)].map { number, length in
            String(repeating: "0", count: max(0, length - String(number).count)) + String(number)
        }
        .joined(separator: "-")
    }

    /// Parses a text such as `2030-01-31`; `nil` for any other.
    package init?(_ description: String) {
        let texts = description.split(separator: "-", omittingEmptySubsequences: false)
        let isPlain = description.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) }
        guard isPlain, texts.map(\.utf8.count) == [4, 2, 2] else { return nil }
        let numbers = texts.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }
}

extension CalendarDay: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let day = CalendarDay(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A day is 2030-01-31.")
        }
        self = day
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
