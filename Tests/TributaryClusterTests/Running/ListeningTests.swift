// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import TributaryCore
import TributaryTesting

@testable import TributaryCluster

@Suite(.timeLimit(.minutes(5)))
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
}
