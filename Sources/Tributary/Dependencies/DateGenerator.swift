// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Dependencies {
    /// Gives the current date; by default from the system's clock.
    ///
    /// ```swift
    /// @Dependency(\.date) var date
    /// …
    /// state.savedAt = date.now
    /// ```
    /// In a test, the default reports every use, and the date is the reference date.
    public var date: DateGenerator {
        get { self[DateKey.self] }
        set { self[DateKey.self] = newValue }
    }
}

/// Gives the current date.
public struct DateGenerator: Sendable, UseReporting {
    private let generate: @Sendable () -> Date
    package var endpoint: UnimplementedEndpoint?

    /// A generator that gets the date from a closure.
    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

    /// A generator that always gives the same date.
    public static func constant(_ date: Date) -> DateGenerator { Self { date } }

    /// The date now.
    ///
    /// The reducers of a store that is recorded get the date of their entry, whatever generator is set.
    public var now: Date {
        use().map { Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000) } ?? generate()
    }

    /// A generator that gives the reference date, and reports every use.
    static var unimplemented: DateGenerator {
        var generator = constant(Date(timeIntervalSinceReferenceDate: 0))
        generator.endpoint = UnimplementedEndpoint("Dependencies.date")
        return generator
    }
}

private enum DateKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> DateGenerator {
        dependencies.isTesting ? .unimplemented : DateGenerator { Date() }
    }
}
