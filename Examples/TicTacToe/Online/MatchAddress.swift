// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The address of a host: `4242`, `127.0.0.1:4242`, `[::1]:4242`.
package struct MatchAddress: Equatable, Sendable, CustomStringConvertible {
    package let host: String
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses an address, if the text is one; a port alone is on this machine.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let last = parts.last, let port = Int(last), (0...65_535).contains(port) else { return nil }
        let host = parts.count == 1 ? "127.0.0.1" : text.dropLast(last.count + 1)
        guard !host.isEmpty else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.init(host: String(isBracketed ? host.dropFirst().dropLast() : host[...]), port: port)
    }

    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
