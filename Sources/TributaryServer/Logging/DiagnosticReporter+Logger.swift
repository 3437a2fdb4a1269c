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
#endif
