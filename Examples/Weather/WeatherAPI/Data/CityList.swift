// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The answer of the service to a search.
package struct CityList: Codable, Equatable, Sendable {
    package var cities: [City]

    package init(cities: [City]) { self.cities = cities }
}
