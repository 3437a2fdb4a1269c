// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Decides which pages may use the server: its own, and those of configured origins.
///
/// A browser sends the requested name in `Host` and the origin of the page in `Origin`. A foreign name that
/// resolves to this server indicates DNS rebinding; a numeric address cannot be rebound.
struct PageAccess: Sendable {
    private let origins: Set<String>

    /// Makes the rule.
    ///
    /// - Parameter origins: Further addresses of the page, as served by a proxy.
    init(_ origins: Set<String>) { self.origins = origins }

    /// Whether the page may be served under the name in the request.
    func shows(_ headers: HTTPHeaders) -> Bool {
        headers["Host"].count == 1 && headers.first(name: "Host").map(isOurs) == true
    }

    /// Whether a client may connect: a program, which sends no origin, or one of our pages.
    func admits(_ headers: HTTPHeaders) -> Bool {
        guard let origin = headers.first(name: "Origin") else { return true }
        guard headers["Origin"].count == 1, shows(headers), let host = headers.first(name: "Host") else {
            return false
        }
        return origins.contains(origin) || origin == "http://" + host
    }

    private func isOurs(_ host: String) -> Bool {
        if origins.contains(where: { $0.hasSuffix("://" + host) }) { return true }
        // The host without the port; an IPv6 address is in brackets.
        let isBracketed = host.hasPrefix("[")
        guard !isBracketed || host.contains("]") else { return false }
        let name = isBracketed ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        let port = host.dropFirst(name.count + (isBracketed ? 2 : 0))
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
        return name == "localhost" || (try? SocketAddress(ipAddress: String(name), port: 0)) != nil
    }
}
