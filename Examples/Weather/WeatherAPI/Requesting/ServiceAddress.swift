// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Where a service is, and the addresses of what it knows.
package struct ServiceAddress: Equatable, Sendable {
    private let base: URLComponents

    /// The address of a text such as `http://127.0.0.1:8080`, or `nil` when it is none.
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

    /// The address of something.
    ///
    /// - Parameters:
    ///   - path: Where it is, with a slash at the beginning.
    ///   - query: What is asked of it.
    ///   - network: What is to be done to the answer.
    /// - Returns: The address, or `nil` when there can be none, as for a path without a slash.
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
        // A plus sign may stand there as it is, and is then read as a space.
        components.percentEncodedQuery = components.percentEncodedQuery?.replacing("+", with: "%2B")
        return components.url
    }
}
