// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Dependencies {
    /// Tells the date; by default that of the system's clock.
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

/// Tells the date.
public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Date

    /// Tells the date that a closure returns.
    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

    /// Tells the same date always.
    public static func constant(_ date: Date) -> DateGenerator { Self { date } }

    /// The date now.
    public var now: Date { generate() }
}

private enum DateKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> DateGenerator {
        guard dependencies.isTesting else { return DateGenerator { Date() } }
        return DateGenerator(
            unimplemented("Dependencies.date", placeholder: Date(timeIntervalSinceReferenceDate: 0))
        )
    }
}
