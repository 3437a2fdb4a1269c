// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import WeatherAPI

extension CalendarDay {
    /// The day of a date in universal time.
    package init(at date: Date) {
        let days = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        self.init(number: Int(exactly: days) ?? 0)
    }
}
