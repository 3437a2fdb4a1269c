// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import ChatServer
import Foundation
import TributaryCluster
import TributaryJournal

#if Cluster
import TributaryPostgres
#endif

/// Where a server keeps rooms and accounts: in a file of its own, or with others in a database.
enum ChatPlace: Equatable, Sendable {
    case file(String)
    case cluster(connection: String, isOnStandbys: Bool, node: String, secretFile: String)

    /// Makes the place of what was said; what was not said is empty.
    ///
    /// - Throws: `PlaceProblem` when a part of it is missing.
    init(
        journal: String,
        cluster: String,
        isOnStandbys: Bool,
        node: String,
        secretFile: String
    ) throws(PlaceProblem) {
        guard !cluster.isEmpty else {
            guard node.isEmpty, secretFile.isEmpty else {
                throw PlaceProblem(description: "“--node” and “--secret-file” belong to “--cluster”.")
            }
            self = .file(journal)
            return
        }
        guard !node.isEmpty, !secretFile.isEmpty else {
            throw PlaceProblem(description: "“--cluster” needs “--node” and “--secret-file”.")
        }
        self = .cluster(connection: cluster, isOnStandbys: isOnStandbys, node: node, secretFile: secretFile)
    }

    func open() async throws -> ChatServer.Keeping {
        switch self {
        case .file(let path):
            let log = try SQLiteLog(at: path)
            return ChatServer.Keeping(Cluster(log)) { await log.close() }
        case .cluster(let connection, let isOnStandbys, let node, let secretFile):
            return try await Self.join(connection, isOnStandbys, node, secretFile)
        }
    }

    #if Cluster
    private static func join(
        _ connection: String,
        _ isOnStandbys: Bool,
        _ node: String,
        _ secretFile: String
    ) async throws -> ChatServer.Keeping {
        let secret: String
        do {
            secret = try String(contentsOfFile: secretFile, encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            throw PlaceProblem(
                description: "The secret \(secretFile) cannot be read: \(error.localizedDescription)"
            )
        }
        let log = try await PostgresLog(connection, durability: isOnStandbys ? .onStandbys : .onOneServer)
        do {
            let cluster = try await Cluster(log, node: node, transport: NIOTransport(node, secret: secret))
            return ChatServer.Keeping(cluster, address: node) { await log.close() }
        } catch {
            await log.close()
            throw error
        }
    }
    #else
    private static func join(_: String, _: Bool, _: String, _: String) async throws -> ChatServer.Keeping {
        throw PlaceProblem(
            description:
                "This server was built without “--cluster”: build it with “--traits Cluster”, and libpq."
        )
    }
    #endif
}

/// Why a server has no place for what it keeps, in one sentence.
struct PlaceProblem: Error, Equatable, CustomStringConvertible {
    let description: String
}
