// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What TributaryServer uses of swift-distributed-tracing.

public struct ServiceContext: Sendable {
    public static func withValue<T>(_ value: ServiceContext?, operation: () throws -> T) rethrows -> T {
        fatalError()
    }
}

public struct SpanAttributes: Sendable {
    public subscript(name: String) -> String? {
        get { fatalError() }
        set {}
    }
}

public struct SpanStatus: Sendable {
    public enum Code: Sendable { case ok, error }
    public init(code: Code) {}
}

public enum SpanKind: Sendable { case `internal` }

public protocol Span: AnyObject, Sendable {
    var context: ServiceContext { get }
    var attributes: SpanAttributes { get set }
}

extension Span {
    public func end() {}
    public func recordError(_ error: any Error) {}
    public func setStatus(_ status: SpanStatus) {}
}

public protocol Tracer: Sendable {}

extension Tracer {
    public func startAnySpan(_ name: String, ofKind kind: SpanKind) -> any Span { fatalError() }
}

public enum InstrumentationSystem {
    public static var tracer: any Tracer { fatalError() }
}
