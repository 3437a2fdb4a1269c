// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

package import Logging
package import ServiceLifecycle
import UnixSignals

/// Runs a server until it ends, or until SIGINT (control-C) or SIGTERM asks it to stop.
///
/// - Parameters:
///   - service: The server; it stops by itself when it is asked to.
///   - logger: Takes what happens.
///   - limit: How long stopping may take.
/// - Throws: Why it ended.
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
