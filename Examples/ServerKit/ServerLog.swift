// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging

extension Logger {
    /// Makes the logger of a server.
    ///
    /// It writes to standard error, because standard output is for the address alone.
    ///
    /// - Parameters:
    ///   - server: The name of the server.
    ///   - level: The lowest level to write.
    package init(of server: String, from level: Logger.Level) {
        self.init(label: server) { StreamLogHandler.standardError(label: $0) }
        logLevel = level
    }
}
