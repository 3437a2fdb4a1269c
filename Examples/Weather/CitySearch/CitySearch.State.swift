// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Tributary
package import WeatherAPI

extension CitySearch {
    /// What is searched, what was found, and what of it is in view.
    package struct State: Equatable, Sendable {
        /// The text of the search field, as typed.
        package internal(set) var text = ""
        /// Whether an answer to the text is still to come.
        package internal(set) var isSearching = false
        /// What the rows were found for; `nil` when there was no answer.
        package internal(set) var found: String?
        /// Why there was no answer to what is in the search field.
        package internal(set) var failure: String?
        /// The cities that were found.
        package internal(set) var rows: IdentifiedArray<City.ID, CityRow.State> = []
        /// The places of the rows that are in view, also beyond the last row.
        package internal(set) var window = 0..<0
        /// How the network is to be.
        package internal(set) var network: NetworkCondition

        /// Starts with nothing searched.
        package init(network: NetworkCondition = .good) { self.network = network }
    }
}

extension CitySearch.State {
    /// What is looked for: the text without spaces around it.
    package var query: String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The rows that are in view.
    package var shown: Range<Int> { window.clamped(to: rows.indices) }

    /// Shows what was found; a city that was there before keeps its weather.
    mutating func show(_ cities: [City]) {
        let old = rows
        rows = IdentifiedArray(cities.map { old[id: $0.id] ?? CityRow.State(city: $0) }) { first, _ in first }
    }

    /// Lets the rows load that are in view, so many at once and from the top; what has begun goes on.
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

    /// Forgets the weather of all rows, except of those that load.
    mutating func forgetWeather() {
        for index in rows.indices where !rows[index].isLoading { set(.unasked, at: index) }
    }

    private mutating func set(_ weather: CityRow.Weather, at index: Int) {
        guard rows[index].weather != weather else { return }
        rows.modify(id: rows[index].id) { $0.weather = weather }
    }
}
