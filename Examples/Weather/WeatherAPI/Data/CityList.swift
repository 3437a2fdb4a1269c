// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the service answers a search with.
package struct CityList: Codable, Equatable, Sendable {
    package var cities: [City]

    package init(cities: [City]) { self.cities = cities }
}
