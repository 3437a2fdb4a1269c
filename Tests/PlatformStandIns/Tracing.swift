// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of swift-distributed-tracing that TributaryServer uses.

public struct ServiceContext: Sendable {
    @TaskLocal public static var current: ServiceContext?
    public static var topLevel: ServiceContext { fatalError() }
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

public protocol Injector: Sendable {
    associatedtype Carrier
    func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

public protocol Extractor: Sendable {
    associatedtype Carrier
    func extract(key: String, from carrier: Carrier) -> String?
}

public protocol Instrument: Sendable {
    func inject<Carrier, Inject>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Inject: Injector, Carrier == Inject.Carrier
    func extract<Carrier, Extract>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Extract: Extractor, Carrier == Extract.Carrier
}

public protocol Tracer: Instrument {}

extension Tracer {
    public func startAnySpan(_ name: String, ofKind kind: SpanKind) -> any Span { fatalError() }
}

public enum InstrumentationSystem {
    public static var instrument: any Instrument { fatalError() }
    public static var tracer: any Tracer { fatalError() }
}
