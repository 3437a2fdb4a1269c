// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatServer
import TributaryCluster
import TributaryJournal

#if Postgres
import TributaryPostgres
#endif

/// The storage of rooms and accounts: a file for one server, or a database for several.
enum ChatPlace: Equatable, Sendable {
    case file(String)
    case cluster(connection: String, isOnStandbys: Bool, node: String?)

    /// Makes the storage from the options of the command; missing options are empty.
    ///
    /// - Throws: `PlaceProblem` if the options contradict each other.
    init(journal: String, cluster: String, isOnStandbys: Bool, node: String) throws(PlaceProblem) {
        guard !cluster.isEmpty else {
            guard node.isEmpty else { throw PlaceProblem(description: "“--node” belongs to “--cluster”.") }
            self = .file(journal)
            return
        }
        self = .cluster(
            connection: cluster,
            isOnStandbys: isOnStandbys,
            node: node.isEmpty ? nil : node
        )
    }

    func open() async throws -> ChatServer.Keeping {
        switch self {
        case .file(let path): try await Self.keep(in: SQLiteLog(at: path), node: "local")
        case .cluster(let connection, let isOnStandbys, let node):
            try await Self.join(connection, isOnStandbys, node)
        }
    }

    private static func keep(in log: any Mailbox, node: String?) async throws -> ChatServer.Keeping {
        do {
            return ChatServer.Keeping(try await Cluster(log, node: node)) { await log.close() }
        } catch {
            await log.close()
            throw error
        }
    }

    private static func join(_ connection: String, _ isOnStandbys: Bool, _ node: String?) async throws
        -> ChatServer.Keeping
    {
        #if Postgres
        let durability: PostgresDurability = isOnStandbys ? .onStandbys : .onOneServer
        return try await keep(in: PostgresLog(connection, durability: durability), node: node)
        #else
        throw PlaceProblem(
            description:
                "This server was built without “--cluster”: build it with “--traits Postgres”, and libpq."
        )
        #endif
    }
}

/// The reason why the options describe no storage, in one sentence.
struct PlaceProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}
