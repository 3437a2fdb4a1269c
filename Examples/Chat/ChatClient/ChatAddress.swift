// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The address of a server, as people write it: `ws://HOST:PORT`.
package struct ChatAddress: Equatable, Sendable {
    package let host: String
    package let port: Int

    /// Reads an address; `nil` for anything but `ws://HOST:PORT`, with or without `/chat`.
    package init?(_ text: String) {
        guard text.hasPrefix("ws://") else { return nil }
        var rest = text.dropFirst(5)
        if rest.hasSuffix("/chat") { rest = rest.dropLast(5) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]),
            (1...65535).contains(port)
        else { return nil }
        let host = String(rest[..<colon])
        guard !host.isEmpty,
            host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) })
        else { return nil }
        self.init(host: host, port: port)
    }

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
