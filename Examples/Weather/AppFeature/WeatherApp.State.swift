// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import CitySearchFeature
package import ForecastFeature
package import WeatherAPI

extension WeatherApp {
    /// The state of the parts, and what concerns them all.
    package struct State: Equatable, Sendable {
        /// The search; it goes on behind a forecast.
        package var search: CitySearch.State
        /// The forecast that is open.
        package var forecast: Forecast.State?
        /// How the network is to be.
        package internal(set) var network: NetworkCondition
        /// Whether people were told that the network is slow; once in a run is enough.
        package internal(set) var hasWarnedOfSlowNetwork = false

        /// Starts with nothing searched.
        package init(network: NetworkCondition = .good) {
            self.network = network
            search = CitySearch.State(network: network)
        }
    }
}
