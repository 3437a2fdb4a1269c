// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI

extension CitySearch {
    /// The search text, the results, and the visible rows.
    package struct State: Equatable, Sendable {
        /// The text of the search field, as typed.
        package internal(set) var text = ""
        /// Whether the service has not answered yet.
        package internal(set) var isSearching = false
        /// The text of the last successful search; `nil` if there was none.
        package internal(set) var found: String?
        /// The reason why the current search failed.
        package internal(set) var failure: String?
        /// The results.
        package internal(set) var rows: IdentifiedArray<City.ID, CityRow.State> = []
        /// The range of visible rows, which may extend beyond the last row.
        package internal(set) var window = 0..<0
        /// The condition of the network.
        package internal(set) var network: NetworkCondition

        /// Makes a state without a search.
        package init(network: NetworkCondition = .good) { self.network = network }
    }
}

extension CitySearch.State {
    /// The search text without surrounding spaces.
    package var query: String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The range of existing visible rows.
    package var shown: Range<Int> { window.clamped(to: rows.indices) }

    /// Shows results; a city that was there before keeps its weather.
    mutating func show(_ cities: [City]) {
        let old = rows
        rows = IdentifiedArray(cities.map { old[id: $0.id] ?? CityRow.State(city: $0) }) { first, _ in first }
    }

    /// Loads the visible rows from the top, up to the limit; rows that are being loaded continue.
    mutating func load(atOnce limit: Int) {
        let shown = shown
        var loading = rows.count(where: \.isLoading)
        for index in rows.indices {
            switch rows[index].weather {
            case .unasked where shown.contains(index), .waiting where shown.contains(index):
                let hasRoom = loading < limit
                if hasRoom { loading += 1 }
                set(hasRoom ? .loading(network) : .waiting, at: index)
            case .waiting: set(.unasked, at: index)
            default: break
            }
        }
    }

    /// Resets the weather of all rows, except of those that are being loaded.
    mutating func forgetWeather() {
        for index in rows.indices where !rows[index].isLoading { set(.unasked, at: index) }
    }

    private mutating func set(_ weather: CityRow.Weather, at index: Int) {
        guard rows[index].weather != weather else { return }
        rows.modify(id: rows[index].id) { $0.weather = weather }
    }
}
