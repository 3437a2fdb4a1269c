// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

extension Forecast {
    /// A city, and what is known of its days to come.
    package struct State: Equatable, Sendable {
        package let city: City
        /// What the service answered last; a failure to load it again leaves it there.
        package internal(set) var report: ForecastReport?
        /// Why it could not be loaded the last time; the report is older than that.
        package internal(set) var failure: String?
        var network: NetworkCondition
        var request: Request?
        private var lastNumber = 0

        /// A forecast that is asked for as soon as it is there.
        package init(city: City, network: NetworkCondition = .good) {
            self.city = city
            self.network = network
            ask()
        }

        /// Whether an answer is still to come.
        package var isLoading: Bool { request != nil }

        /// Asks anew; what was asked before does not matter any more.
        mutating func ask() {
            lastNumber += 1
            failure = nil
            request = Request(city: city.id, network: network, number: lastNumber)
        }
    }

    /// What is asked of the service; told apart by number, so that the same can be asked again.
    struct Request: Equatable, Sendable {
        var city: City.ID
        var network: NetworkCondition
        var number: Int
    }
}
