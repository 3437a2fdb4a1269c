// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

extension CityRow {
    /// A city, and the state of its weather.
    package struct State: Equatable, Identifiable, Sendable {
        package let city: City
        package internal(set) var weather = Weather.unasked

        package var id: City.ID { city.id }

        /// Makes a row that has not been visible.
        package init(city: City) { self.city = city }
    }

    /// The state of a row's weather.
    package enum Weather: Equatable, Sendable {
        /// The row was never visible.
        case unasked
        /// The row is visible, and others load first.
        case waiting
        /// The service was asked, under this condition of the network.
        case loading(NetworkCondition)
        case loaded(CurrentWeather)
        /// Loading failed, for this reason.
        case failed(String)
    }

    /// A row's request to the service.
    struct Request: Equatable, Sendable {
        var city: City.ID
        var network: NetworkCondition
    }
}

extension CityRow.State {
    /// The current request of the row.
    var request: CityRow.Request? {
        guard case .loading(let network) = weather else { return nil }
        return CityRow.Request(city: city.id, network: network)
    }

    /// Whether the row's weather is being loaded.
    package var isLoading: Bool { request != nil }
}
