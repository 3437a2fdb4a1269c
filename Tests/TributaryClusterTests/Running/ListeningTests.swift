// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryCore
import TributaryTesting

@testable import TributaryCluster

@Suite(.timeLimit(.minutes(30)))
struct ListeningTests {
    @Test func `a listener does not keep a node from leaving, and is notified that it has left`() async throws
    {
        let cluster = try await Cluster(MemoryLog())
        let rooms = cluster.rooms()
        try await rooms["swift"].send(.say("a"), deadline: ClusterTests.patience)
        let (heard, hearing) = AsyncStream<String>.makeStream()
        let listener = Task {
            for try await output in rooms["swift"].outputs(\.say) { hearing.yield(output.output) }
        }
        #expect(await heard.first { _ in true } == "a")
        // It waits for a notification that would never arrive.
        await cluster.leave()
        try await listener.value
    }

    @Test
    func
        `listeners for whom nothing happens need nothing until their time is over, and are not counted as refused`()
        async throws
    {
        let clock = TestClock()
        let cluster = try await Cluster(MemoryLog(), node: nil, heartbeat: .seconds(1_000), clock: clock)
        let rooms = cluster.rooms()
        let listeners = (0..<1_000).map { index in
            Task { for try await _ in rooms["\(index % 10)"].outputs(\.say) {} }
        }
        try await ClusterTests.eventually {
            cluster.runtime.held.withLock { held in
                held.core.stores.values.reduce(0) { $0 + $1.running.count } == 1_000
            }
        }
        let (time, deadline) = cluster.runtime.held.withLock { ($0.timer?.time, $0.core.nextDeadline()) }
        #expect(time == .seconds(20))
        #expect(deadline == .seconds(20))
        await clock.advance(by: .seconds(20))
        try await ClusterTests.eventually {
            // The timer's task may have started late.
            await clock.advance(by: .milliseconds(1))
            let next = cluster.runtime.held.withLock { $0.core.nextDeadline() }
            return next.map { $0 >= .seconds(40) } == true
        }
        #expect(cluster.counts.refused == 0)
        for listener in listeners { listener.cancel() }
        await cluster.leave()
    }
}
