// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs a server until it ends, or until SIGINT (control-C) or SIGTERM stops it.
///
/// - Parameters:
///   - service: The server; it stops by itself at a graceful shutdown.
///   - logger: Receives events.
///   - limit: The time limit for stopping.
/// - Throws: The error that ended it.
package func runServer(
    _ service: some Service,
    logger: Logger,
    limit: Duration = .seconds(30)
) async throws {
    var configuration = ServiceGroupConfiguration(
        services: [
            .init(
                service: service,
                successTerminationBehavior: .gracefullyShutdownGroup,
                failureTerminationBehavior: .cancelGroup
            )
        ],
        gracefulShutdownSignals: [.sigint, .sigterm],
        logger: logger
    )
    configuration.maximumGracefulShutdownDuration = limit
    try await ServiceGroup(configuration: configuration).run()
}
