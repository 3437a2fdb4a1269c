// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import Logging
public import TributaryCore

extension DiagnosticReporter {
    /// A reporter that logs each diagnostic, with its number, its remedy, and its details as metadata.
    ///
    /// - Parameters:
    ///   - logger: The logger.
    ///   - level: The level of diagnostics.
    public init(_ logger: Logger, level: Logger.Level = .error) {
        self.init { diagnostic in
            var metadata: Logger.Metadata = [
                "diagnostic": "\(diagnostic.identifier)", "remedy": "\(diagnostic.remedy)",
            ]
            if let action = diagnostic.action { metadata["action"] = "\(action.harmless)" }
            if let effect = diagnostic.effect { metadata["effect"] = "\(effect.harmless)" }
            if let site = diagnostic.site { metadata["site"] = "\(site)" }
            logger.log(level: level, "\(diagnostic.message)", metadata: metadata)
        }
    }
}

extension LogSink {
    /// A sink whose entries go to a logger, with their levels and places; messages that the logger drops are not composed.
    public init(_ logger: Logger) {
        self.init(from: Level(logger.logLevel)) { entry in
            logger.log(
                level: Logger.Level(entry.level),
                "\(entry.message)",
                file: entry.site.fileID,
                function: "",
                line: entry.site.line
            )
        }
    }
}

extension LogSink.Level {
    fileprivate init(_ level: Logger.Level) {
        self = Self.allCases.first { Logger.Level($0) >= level } ?? .critical
    }
}

extension Logger.Level {
    fileprivate init(_ level: LogSink.Level) {
        self =
            switch level {
            case .trace: .trace
            case .debug: .debug
            case .info: .info
            case .notice: .notice
            case .warning: .warning
            case .error: .error
            case .critical: .critical
            }
    }
}
#endif
