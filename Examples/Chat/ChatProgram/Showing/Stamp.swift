// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// A date and time in a time zone.
package struct Stamp: Equatable {
    package let day: String
    package let clock: String

    /// Converts a time.
    ///
    /// - Parameters:
    ///   - time: Seconds since 1970.
    ///   - timeZone: The time zone.
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
