// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging

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
