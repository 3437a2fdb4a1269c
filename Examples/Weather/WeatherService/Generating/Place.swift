// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

/// A city, and its position.
package struct Place: Equatable, Sendable {
    package var city: City
    /// In degrees north of the equator.
    package var latitude: Int
}
