// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A time as the calendar and a clock of a zone show it.
package struct Stamp: Equatable {
    package let day: String
    package let clock: String

    /// Reads the clock.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - timeZone: Where.
    package init(_ time: Int, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute],
            from: Date(timeIntervalSince1970: TimeInterval(time))
        )
        func text(_ part: Int?) -> String { (part ?? 0) < 10 ? "0\(part ?? 0)" : "\(part ?? 0)" }
        day = "\(parts.year ?? 0)-\(text(parts.month))-\(text(parts.day))"
        clock = "\(text(parts.hour)):\(text(parts.minute))"
    }
}
