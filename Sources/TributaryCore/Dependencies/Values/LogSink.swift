// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Takes what is logged, and passes it on to a closure.
public struct LogSink: Sendable {
    private let minimumLevel: Level?
    private let write: @Sendable (Entry) -> Void

    /// Passes on what is logged.
    ///
    /// - Parameters:
    ///   - minimumLevel: Below it, messages are not even composed.
    ///   - write: Receives every entry, on whichever thread it arises.
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
    ///   - level: How much it matters.
    ///   - message: The message; composed only if somebody takes it.
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
    /// How much an entry matters.
    public enum Level: Int, Comparable, CaseIterable, Sendable {
        /// Every step, to follow what happens.
        case trace
        /// What helps to find a mistake.
        case debug
        /// What is good to know.
        case info
        /// What is unusual, but right.
        case notice
        /// What is not right, but goes on.
        case warning
        /// What failed.
        case error
        /// What needs somebody at once.
        case critical

        /// Whether the first matters less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// One message.
    public struct Entry: Hashable, Sendable, CustomStringConvertible {
        /// How much it matters.
        public let level: Level

        /// What was said.
        public let message: String

        /// Where in the program it was said.
        public let site: SourceSite

        /// The entry in one line.
        public var description: String { "\(site): \(level): \(message)" }
    }
}
