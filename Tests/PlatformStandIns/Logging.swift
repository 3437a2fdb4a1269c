// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of swift-log that TributaryServer uses.

public struct Logger: Sendable {
    public enum Level: Sendable, Comparable {
        case trace, debug, info, notice, warning, error, critical
        public static func < (left: Level, right: Level) -> Bool { fatalError() }
    }

    public struct Message: Sendable, ExpressibleByStringInterpolation {
        public init(stringLiteral value: String) {}
    }

    public struct MetadataValue: Sendable, ExpressibleByStringInterpolation {
        public init(stringLiteral value: String) {}
    }

    public typealias Metadata = [String: MetadataValue]

    public var logLevel: Level { fatalError() }
    public func log(
        level: Level,
        _ message: @autoclosure () -> Message,
        metadata: @autoclosure () -> Metadata? = nil
    ) {}
    public func log(
        level: Level,
        _ message: @autoclosure () -> Message,
        file: String,
        function: String,
        line: UInt
    ) {}
}
