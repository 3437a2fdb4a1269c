// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// The dependencies of the store's reducers, and of the effects that start from now on.
    ///
    /// ```swift
    /// await store.receive(\.failed) { $0.message = "No network" }
    /// store.dependencies.newsClient.titles = { ["Flood"] }
    /// await store.send(.load)
    /// ```
    /// Running effects keep the dependencies they had, and so does a part of the tree that has a `dependency` of its own. A value
    /// that a closure captured when the body was evaluated, such as the client in `.feedback(\.query) { [client] … }`, stays the
    /// same, too.
    public var dependencies: Dependencies {
        get { changedDependencies ?? subject.dependencies }
        set {
            changedDependencies = subject.dependencies.overriding { $0 = newValue }
            for case let clock as TestClock in newValue.givenValues { clock.drive(scheduler) }
        }
    }

    /// Runs a closure that uses the machine, with the environment of the test.
    func within<Result>(_ body: () throws -> Result) rethrows -> Result {
        try scheduler.exclusively {
            try EffectScheduler.$current.withValue(scheduler) {
                try DiagnosticReporter.$current.withValue(reporter) {
                    guard let changedDependencies else { return try body() }
                    return try Dependencies.$overriding.withValue(changedDependencies, operation: body)
                }
            }
        }
    }
}
