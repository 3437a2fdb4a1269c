// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging
package import Tributary

extension Logger {
    /// Makes the logger of a server, which writes to standard error: standard output is for the address alone.
    ///
    /// - Parameters:
    ///   - server: Its name.
    ///   - level: What is written at least.
    package init(of server: String, from level: Logger.Level) {
        self.init(label: server) { StreamLogHandler.standardError(label: $0) }
        logLevel = level
    }
}

extension LogSink {
    /// Passes what stores and servers say on to swift-log.
    package init(to logger: Logger) {
        self.init(from: Level(logger.logLevel)) { entry in
            logger.log(
                level: Logger.Level(entry.level),
                "\(entry.message)",
                file: entry.site.fileID,
                line: entry.site.line
            )
        }
    }
}

extension LogSink.Level {
    fileprivate init(_ level: Logger.Level) {
        self = Self.allCases.first { "\($0)" == level.rawValue } ?? .info
    }
}

extension Logger.Level {
    fileprivate init(_ level: LogSink.Level) { self = Self(rawValue: "\(level)") ?? .info }
}
