// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Foundation
package import WeatherAPI

/// All cities.
package enum Atlas {
    /// All places, sorted by name.
    package static let places: [Place] = {
        let places = lines.split(separator: "\n").enumerated().compactMap { offset, line -> Place? in
            let fields = line.split(separator: ";").map(String.init)
            guard fields.count == 3, let latitude = Int(fields[2]) else { return nil }
            return Place(city: City(id: offset + 1, name: fields[0], country: fields[1]), latitude: latitude)
        }
        return places.sorted { ($0.key, $0.city.id) < ($1.key, $1.city.id) }
    }()

    /// The place with a number, or `nil` if there is none.
    package static func place(_ id: City.ID) -> Place? { byID[id] }

    /// The places whose names begin with a text; case and accents are ignored.
    package static func places(prefix: String) -> [Place] {
        let prefix = prefix.plain
        return places.filter { $0.key.hasPrefix(prefix) }
    }

    private static let byID = Dictionary(places.map { ($0.city.id, $0) }) { first, _ in first }
}

extension Place {
    fileprivate var key: String { city.name.plain }
}

extension String {
    /// The text in lower case without accents.
    fileprivate var plain: String {
        let letters = lowercased().decomposedStringWithCanonicalMapping.replacing("ł", with: "l")
        return String(String.UnicodeScalarView(letters.unicodeScalars.filter { !$0.properties.isDiacritic }))
    }
}
