// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Receives log entries, and passes them on to a closure.
public struct LogSink: Sendable {
    private let minimumLevel: Level?
    private let write: @Sendable (Entry) -> Void

    /// Passes entries on to a closure.
    ///
    /// - Parameters:
    ///   - minimumLevel: Below it, messages are not even composed.
    ///   - write: Receives every entry, on the thread where it arises.
    public init(from minimumLevel: Level = .trace, _ write: @escaping @Sendable (_ entry: Entry) -> Void) {
        self.minimumLevel = minimumLevel
        self.write = write
    }

    private init() {
        minimumLevel = nil
        write = { _ in }
    }

    /// Prints every entry from `info` on to standard output.
    public static let console = LogSink(from: .info) { print($0) }

    /// Drops everything.
    public static let silent = LogSink()

    /// Logs a message.
    ///
    /// - Parameters:
    ///   - level: How important it is.
    ///   - message: The message; composed only if the sink takes it.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func callAsFunction(
        _ level: Level,
        _ message: @autoclosure () -> String,
        fileID: String = #fileID,
        line: UInt = #line
    ) {
        guard let minimumLevel, level >= minimumLevel else { return }
        write(Entry(level: level, message: message(), site: SourceSite(fileID: fileID, line: line)))
    }
}

extension LogSink {
    /// How important an entry is.
    public enum Level: Int, Comparable, CaseIterable, Sendable {
        /// Single steps, to follow the program's execution.
        case trace
        /// Information that helps to find a mistake.
        case debug
        /// Information about normal operation.
        case info
        /// Unusual, but correct.
        case notice
        /// Wrong, but the program continues.
        case warning
        /// A failure.
        case error
        /// A failure that needs attention at once.
        case critical

        /// Whether the first is less important.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One message.
    public struct Entry: Hashable, Sendable, CustomStringConvertible {
        /// How important it is.
        public let level: Level

        /// The text of the message.
        public let message: String

        /// Where in the program it was logged.
        public let site: SourceSite

        /// The entry in one line.
        public var description: String { "\(site): \(level): \(message)" }
    }
}

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
