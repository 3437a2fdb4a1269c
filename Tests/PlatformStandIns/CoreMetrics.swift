// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of swift-metrics that TributaryServer uses.

public protocol MetricsFactory: Sendable {}

public enum MetricsSystem {
    public static var factory: any MetricsFactory { fatalError() }
}

public final class Counter: Sendable {
    public init(label: String, dimensions: [(String, String)], factory: any MetricsFactory) {}
    public func increment(by amount: Int = 1) {}
}

public final class Meter: Sendable {
    public init(label: String, dimensions: [(String, String)], factory: any MetricsFactory) {}
    public func set(_ value: Int) {}
}

public final class Timer: Sendable {
    public init(label: String, dimensions: [(String, String)], factory: any MetricsFactory) {}
    public func recordNanoseconds(_ duration: Int64) {}
}

public final class Recorder: Sendable {
    public init(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool = true,
        factory: any MetricsFactory
    ) {}
    public func record(_ value: Int) {}
}
