// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

extension Forecast {
    /// A city, and its forecast.
    package struct State: Equatable, Sendable {
        package let city: City
        /// The last answer of the service; it stays when loading again fails.
        package internal(set) var report: ForecastReport?
        /// The reason why the last loading failed; the report is older than that.
        package internal(set) var failure: String?
        var network: NetworkCondition
        var request: Request?
        private var lastNumber = 0

        /// Makes a forecast that loads at once.
        package init(city: City, network: NetworkCondition = .good) {
            self.city = city
            self.network = network
            ask()
        }

        /// Whether the service has not answered yet.
        package var isLoading: Bool { request != nil }

        /// Starts a new request, which replaces the previous one.
        mutating func ask() {
            lastNumber += 1
            failure = nil
            request = Request(city: city.id, network: network, number: lastNumber)
        }
    }

    /// A request to the service, with a number, so that the same request can be repeated.
    struct Request: Equatable, Sendable {
        var city: City.ID
        var network: NetworkCondition
        var number: Int
    }
}
