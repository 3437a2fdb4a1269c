// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Dependencies {
    /// Where reducers and effects log; by default to the console, from `info` on, and in a test nowhere.
    ///
    /// ```swift
    /// @Dependency(\.logger) var logger
    /// …
    /// logger(.warning, "No titles for \(user)")
    /// ```
    /// To log into a library of your choice, set `LogSink { entry in … }` where the store is made.
    public var logger: LogSink {
        get { self[LoggerKey.self] }
        set { self[LoggerKey.self] = newValue }
    }
}

private enum LoggerKey: DependencyKey {
    // Logging changes nothing that a test could assert, so no test has to set the logger.
    static func value(in dependencies: Dependencies) -> LogSink {
        dependencies.isTesting ? .silent : .console
    }
}
