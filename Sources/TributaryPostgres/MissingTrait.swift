// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if !Postgres
// The target has to compile without the trait, or the package could not be built where libpq is not installed. So the
// compiler reports the error at the first use.

/// A log in a PostgreSQL database, with the trait Postgres.
@available(
    *,
    unavailable,
    message: """
        Write .package(url: …, traits: ["Postgres"]) where your package depends on tributary, and install libpq; without \
        the trait, nothing of it is needed.
        """
)
public final class PostgresLog: Sendable {
    /// Connects to a database, with the trait Postgres.
    public init(
        _ connection: String,
        durability: PostgresDurability = .onStandbys,
        deadline: Duration = .seconds(10)
    ) async throws { fatalError() }
}

/// The durability of acknowledged commits, with the trait Postgres.
@available(*, unavailable, message: "TributaryPostgres needs the package trait Postgres.")
public enum PostgresDurability: Sendable {
    /// On the disks of standbys.
    case onStandbys

    /// On the disk of one server.
    case onOneServer
}
#endif
