// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A day, without time, zone or calendar: so many days after the first of January 1970.
package struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days after the first of January 1970; the year stays one of four digits.
    package let number: Int

    /// The first and the last day that there is.
    package static let numbers = -719_162...2_932_896

    /// The day of this number, or the nearest that there is.
    package init(number: Int) {
        self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
    }

    /// The day that comes later by so many days.
    package func advanced(by days: Int) -> CalendarDay {
        CalendarDay(number: number.addingReportingOverflow(days).partialValue)
    }

    package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }
}

extension CalendarDay {
    /// Year, month and day of the Gregorian calendar.
    ///
    /// Years are counted from the first of March, so that the day that leap years add is the last of its year.
    package var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// The day of a date, or `nil` when there is none.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.init(number: era * 146_097 + dayOfEra - 719_468)
        // A day that a month does not have comes out as one of the next month.
        guard parts == (year, month, day) else { return nil }
    }

    /// The day of the week, as people read it.
    package var weekday: String {
        let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        return names[(number % 7 + 7) % 7]
    }
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

    /// The day of a text such as `2030-01-31`; anything else is `nil`.
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
