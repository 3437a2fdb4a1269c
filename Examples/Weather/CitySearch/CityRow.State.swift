// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import WeatherAPI

extension CityRow {
    /// A city, and how far its weather has come.
    package struct State: Equatable, Identifiable, Sendable {
        package let city: City
        package internal(set) var weather = Weather.unasked

        package var id: City.ID { city.id }

        /// A row that has not been in view.
        package init(city: City) { self.city = city }
    }

    /// How far the weather of a row has come.
    package enum Weather: Equatable, Sendable {
        /// The row was not in view.
        case unasked
        /// The row is in view, and others are loading before it.
        case waiting
        /// The service was asked, under this condition of the network.
        case loading(NetworkCondition)
        case loaded(CurrentWeather)
        /// There is none, and why.
        case failed(String)
    }

    /// What a row asks the service for.
    struct Request: Equatable, Sendable {
        var city: City.ID
        var network: NetworkCondition
    }
}

extension CityRow.State {
    /// What the row asks for now.
    var request: CityRow.Request? {
        guard case .loading(let network) = weather else { return nil }
        return CityRow.Request(city: city.id, network: network)
    }

    /// Whether the row's weather is being asked for.
    package var isLoading: Bool { request != nil }
}
