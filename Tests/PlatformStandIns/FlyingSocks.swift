// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of FlyingSocks that TributaryInspector uses.

public protocol SocketAddress: Sendable {}

public struct sockaddr_in: SocketAddress {
    public static func inet(ip4: String, port: UInt16) throws -> sockaddr_in { fatalError() }
}

public enum Socket {
    public enum Address: Sendable {
        case ip4(String, port: UInt16)
        case ip6(String, port: UInt16)
        case unix(String)
    }
}

public protocol Logging: Sendable {}

public struct DisabledLogger: Logging {}

extension Logging where Self == DisabledLogger {
    public static var disabled: DisabledLogger { DisabledLogger() }
}

public protocol AsyncBufferedSequence<Element>: AsyncSequence, Sendable
where AsyncIterator: AsyncBufferedIteratorProtocol, Element: Sendable {}

public protocol AsyncBufferedIteratorProtocol<Element>: AsyncIteratorProtocol {
    associatedtype Buffer: Collection where Buffer.Element == Element
    mutating func nextBuffer(suggested count: Int) async throws -> Buffer?
}
