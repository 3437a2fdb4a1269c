// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Which pages may speak with the server: its own, and those of the addresses that it was told of.
///
/// A browser says in `Host` which name it was given for the address, and in `Origin` whose page asks. A name that leads
/// here and is another's is one that was resolved anew (DNS rebinding); an address in digits cannot be that.
struct PageAccess: Sendable {
    private let origins: Set<String>

    /// Makes the rule.
    ///
    /// - Parameter origins: The addresses under which the page is served besides its own, by a proxy.
    init(_ origins: Set<String>) { self.origins = origins }

    /// Whether a page may be shown under the name that the browser was given.
    func shows(_ headers: HTTPHeaders) -> Bool {
        headers["Host"].count == 1 && headers.first(name: "Host").map(isOurs) == true
    }

    /// Whether somebody may talk: a program, which says nothing of a page, or one of our pages.
    func admits(_ headers: HTTPHeaders) -> Bool {
        guard let origin = headers.first(name: "Origin") else { return true }
        guard headers["Origin"].count == 1, shows(headers), let host = headers.first(name: "Host") else {
            return false
        }
        return origins.contains(origin) || origin == "http://" + host
    }

    private func isOurs(_ host: String) -> Bool {
        if origins.contains(where: { $0.hasSuffix("://" + host) }) { return true }
        // What stands before the port; an address of IPv6 is in brackets.
        let isBracketed = host.hasPrefix("[")
        guard !isBracketed || host.contains("]") else { return false }
        let name = isBracketed ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        let port = host.dropFirst(name.count + (isBracketed ? 2 : 0))
        guard port.isEmpty || port.first == ":" && UInt16(port.dropFirst()) != nil else { return false }
        return name == "localhost" || (try? SocketAddress(ipAddress: String(name), port: 0)) != nil
    }
}
