// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTesting

@testable import TributaryCluster

@Suite(.timeLimit(.minutes(30)))
struct ListeningTests {
    @Test func `who listens keeps no node from leaving, and hears that it has left`() async throws {
        let cluster = Cluster(MemoryLog())
        let rooms = cluster.rooms()
        try await rooms["swift"].send(.say("a"), deadline: ClusterTests.patience)
        let (heard, hearing) = AsyncStream<String>.makeStream()
        let listener = Task {
            for try await output in rooms["swift"].outputs(\.say) { hearing.yield(output.output) }
        }
        #expect(await heard.first { _ in true } == "a")
        // It waits for what would never come.
        await cluster.leave()
        try await listener.value
    }

    @Test func `a node of another program is asked again after a pause`() async throws {
        let (log, network, clock) = (MemoryLog(), MemoryNetwork(), TestClock())
        var nodes: [Cluster] = []
        for address in ["n0", "n1"] {
            nodes.append(
                try await Cluster(
                    log,
                    node: address,
                    transport: network.transport(address),
                    heartbeat: .seconds(1_000),
                    clock: clock
                )
            )
        }
        let rooms = nodes[0].rooms()
        _ = nodes[1].rooms(version: 2)
        for _ in 0..<2 { for node in nodes { try await node.beat() } }
        let core = nodes[0].runtime.held.withLock { $0.core }
        let room = try #require((0..<100).map { rooms["\($0)"] }.first { core.owner(of: $0.name) == "n1" })
        let listening = Task { for try await _ in room.outputs(\.say) {} }
        while nodes[1].counts.foreign == 0 { await Task.yield() }
        // As often as it could ask many times over.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(nodes[1].counts.foreign == 1)
        while nodes[1].counts.foreign < 3 {
            await clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
        listening.cancel()
        for node in nodes { node.die() }
    }
}
