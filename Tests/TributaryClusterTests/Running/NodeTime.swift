// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TributaryLog
import TributaryTesting

@testable import TributaryCluster

/// Nodes, and their time, which passes during a test: each live node reads the table between two steps of the
/// time, so that a slow one is not missed.
final class NodeTime: Sendable {
    private let clock = TestClock()
    private let clusters = Mutex<[Cluster]>([])

    static func passes(_ body: (NodeTime) async throws -> Void) async throws {
        let time = NodeTime()
        let passing = Task.detached {
            while !Task.isCancelled { await time.pass() }
        }
        defer { passing.cancel() }
        try await body(time)
    }

    private func pass() async {
        await clock.advance(by: .milliseconds(20))
        let living = clusters.withLock { $0 }.filter { cluster in
            cluster.runtime.held.withLock { !$0.isStopped }
        }
        for cluster in living { try? await cluster.beat() }
        await Task.yield()
    }

    /// A node, with a name of its own unless one is given.
    func node(_ log: any Mailbox, _ name: String? = nil) async throws -> Cluster {
        let cluster = try await Cluster(log, node: name, heartbeat: .milliseconds(50), clock: clock)
        clusters.withLock { $0.append(cluster) }
        return cluster
    }

    /// Nodes `n0`, `n1` and so on.
    func nodes(_ count: Int, over log: any Mailbox) async throws -> [Cluster] {
        var nodes: [Cluster] = []
        for index in 0..<count { nodes.append(try await node(log, "n\(index)")) }
        return nodes
    }
}
