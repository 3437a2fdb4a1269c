// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Parses the dates of feeds: mail dates in RSS, ISO 8601 dates in Atom and Dublin Core.
enum FeedDate {
    /// The date in `text`, or `nil` if it is not a date; missing parts count as zero.
    static func parse(_ text: String) -> Date? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.count < 64 else { return nil }
        return international(text) ?? mail(text)
    }

    /// `2025-03-12`, `2025-03-12T08:30Z`, `2025-03-12T08:30:15.25+01:00`.
    private static func international(_ text: String) -> Date? {
        let form =
            /(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([Zz]|[+-]\d\d:?\d\d)?)?/
        guard let parts = text.wholeMatch(of: form)?.output else { return nil }
        return date(
            year: Int(parts.1),
            month: Int(parts.2),
            day: Int(parts.3),
            time: (Int(parts.4 ?? "0"), Int(parts.5 ?? "0"), Int(parts.6 ?? "0")),
            zone: parts.7.map(String.init)
        )
    }

    /// `Wed, 12 Mar 2025 08:30:15 +0100`; the weekday, the seconds and the century may be missing.
    private static func mail(_ text: String) -> Date? {
        let form = /(?:\w+,?\s+)?(\d{1,2})\s+(\w{3})\w*\s+(\d{4}|\d\d)\s+(\d\d?):(\d\d)(?::(\d\d))?\s*(\S+)?/
        guard
            let parts = text.wholeMatch(of: form)?.output,
            let month = months.firstIndex(of: parts.2.lowercased()),
            let year = Int(parts.3)
        else { return nil }
        let century = parts.3.count == 4 ? 0 : year < 70 ? 2000 : 1900
        return date(
            year: century + year,
            month: month + 1,
            day: Int(parts.1),
            time: (Int(parts.4), Int(parts.5), Int(parts.6 ?? "0")),
            zone: parts.7.map(String.init)
        )
    }

    private static func date(
        year: Int?,
        month: Int?,
        day: Int?,
        time: (hour: Int?, minute: Int?, second: Int?),
        zone: String?
    ) -> Date? {
        guard let offset = secondsFromGreenwich(zone ?? "Z") else { return nil }
        var components = DateComponents()
        components.calendar = Calendar(identifier: .gregorian)
        components.timeZone = .gmt
        components.year = year
        components.month = month
        components.day = day
        components.hour = time.hour
        components.minute = time.minute
        components.second = time.second
        guard components.isValidDate else { return nil }
        return components.date?.addingTimeInterval(-Double(offset))
    }

    private static func secondsFromGreenwich(_ zone: String) -> Int? {
        if let hours = zones[zone.uppercased()] { return hours * 3600 }
        guard
            let parts = zone.wholeMatch(of: /([+-])(\d\d):?(\d\d)/)?.output,
            let hours = Int(parts.2),
            let minutes = Int(parts.3)
        else { return nil }
        return (hours * 60 + minutes) * (parts.1 == "-" ? -60 : 60)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// The time zones of mail dates.
    private static let zones = [
        "Z": 0, "UT": 0, "GMT": 0, "UTC": 0,
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
}
