// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
public import Testing
public import TributaryCore

/// Sets dependencies for a test, or for each test of a suite; see `Trait.dependencies(_:)`.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    let change: @Sendable (inout Dependencies) throws -> Void

    /// Whether it applies to the tests in a suite: it does, to each by itself.
    public var isRecursive: Bool { true }

    /// Runs a test with the dependencies.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withDependencies {
            $0.isTesting = true
            try change(&$0)
        } operation: {
            try await function()
        }
    }
}

extension Trait where Self == DependenciesTrait {
    /// Sets dependencies for all code of a test: stores, reducers without a store, effects.
    ///
    /// ```swift
    /// @Test(.dependencies { $0.clock = TestClock() })
    /// func tick() async { … }
    /// ```
    /// On a suite, the closure runs anew for each test, so tests share no value. Traits of a test are applied on top of those of
    /// its suite. In the test, `isTesting` is set, and `@Dependency(\.clock) var clock` reads the value that was set.
    ///
    /// - Parameter change: Sets the dependencies. An error that it throws fails the test.
    /// - Returns: The trait.
    public static func dependencies(
        _ change: @escaping @Sendable (inout Dependencies) throws -> Void
    ) -> Self {
        Self(change: change)
    }

    /// Sets one dependency for everything that runs or is made in a test.
    ///
    /// ```swift
    /// @Suite(.dependency(\.date, .constant(launch)))
    /// struct NewsTests { … }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The dependency.
    ///   - value: Its value, made for each test anew.
    /// - Returns: The trait.
    public static func dependency<Value>(
        _ keyPath: any WritableKeyPath<Dependencies, Value> & Sendable,
        _ value: @autoclosure @escaping @Sendable () throws -> Value
    ) -> Self {
        Self { $0[keyPath: keyPath] = try value() }
    }
}
#endif
