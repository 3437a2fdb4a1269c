// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation

/// The servers that `Scripts/with-postgres.sh` starts, for the nodes of a cluster.
enum ClusterServers {
    /// The purpose: `figures` prints measurements, and `failover` kills the primary.
    static let purpose = value("CLUSTER_SERVERS")

    static let alone = value("POSTGRES_ALONE") ?? ""
    static let three = value("POSTGRES_SERVERS") ?? ""

    /// A program that kills the primary of the three, and makes a standby the new one.
    static let failover = value("POSTGRES_FAILOVER") ?? ""

    private static func value(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TRIBUTARY_\(name)"]
    }
}
#endif
