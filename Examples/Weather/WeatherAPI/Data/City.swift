// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A city of the service.
package struct City: Codable, Hashable, Identifiable, Sendable {
    package var id: Int
    package var name: String
    package var country: String

    package init(id: Int, name: String, country: String) {
        self.id = id
        self.name = name
        self.country = country
    }
}

extension City: CustomStringConvertible {
    /// The name in words.
    package var description: String { "\(name), \(country)" }
}
