// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The address of a service, and of its resources.
package struct ServiceAddress: Equatable, Sendable {
    private let base: URLComponents

    /// Parses a text such as `http://127.0.0.1:8080`; `nil` if it is not an address.
    package init?(_ text: String) {
        guard let components = URLComponents(string: text), ["http", "https"].contains(components.scheme),
            components.host?.isEmpty == false, components.query == nil, components.fragment == nil,
            ["", "/"].contains(components.path)
        else { return nil }
        base = components
    }

    /// The service at a port of this machine.
    package init(port: UInt16) {
        var components = URLComponents()
        components.scheme = "http"
        components.host = "127.0.0.1"
        components.port = Int(port)
        base = components
    }

    /// The address of a resource.
    ///
    /// - Parameters:
    ///   - path: The path, with a slash at the beginning.
    ///   - query: The parameters of the query.
    ///   - network: The condition to simulate for the answer.
    /// - Returns: The address, or `nil` if it is invalid, as for a path without a slash.
    package func url(
        _ path: String,
        _ query: [(name: String, value: String)] = [],
        under network: NetworkCondition = .good
    ) -> URL? {
        var components = base
        components.path = path
        let items = query + network.query
        components.queryItems =
            items.isEmpty ? nil : items.map { URLQueryItem(name: $0.name, value: $0.value) }
        // A plus sign in a query would be read as a space.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        return components.url
    }
}
