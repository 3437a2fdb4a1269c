// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import CitySearchFeature
package import ForecastFeature
package import WeatherAPI

extension WeatherApp {
    /// The states of the parts, and the state that they share.
    package struct State: Equatable, Sendable {
        /// The search, which continues behind a forecast.
        package var search: CitySearch.State
        /// The open forecast.
        package var forecast: Forecast.State?
        /// The condition of the network.
        package internal(set) var network: NetworkCondition
        /// Whether the user was warned that the network is slow; once in a run is enough.
        package internal(set) var hasWarnedOfSlowNetwork = false

        /// Makes a state without a search.
        package init(network: NetworkCondition = .good) {
            self.network = network
            search = CitySearch.State(network: network)
        }
    }
}
