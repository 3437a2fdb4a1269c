// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
import MetricsTestKit
import Testing
import TributaryCore
import TributaryJournal
import TributaryLog
import TributaryServer
import TributaryTesting

@testable import TributaryCluster

@Suite("Metrics of nodes", .timeLimit(.minutes(30)))
struct NodeMetricsTests {
    private let metrics = TestMetrics()
    private let clock = TestClock()
    private static let dimensions = [("cluster", "chat")]

    /// The values of the metrics since the last read, by their labels and results.
    private func counted() throws -> [String: Int] {
        var counted: [String: Int] = [:]
        for label in ["stores", "waiting", "asked", "messages"] {
            let meter = try metrics.expectMeter("tributary_cluster_\(label)", Self.dimensions)
            counted[label] = meter.lastValue.map { Int($0) }
        }
        for label in ["openings", "set_aside", "missed_hints", "failures"] {
            counted[label] = Int(
                try metrics.expectCounter("tributary_cluster_\(label)", Self.dimensions).totalValue
            )
        }
        for result in ["committed", "refused", "unknown"] {
            let dimensions = Self.dimensions + [("result", result)]
            counted[result] = Int(
                try metrics.expectCounter("tributary_cluster_commands", dimensions).totalValue
            )
        }
        return counted
    }

    @Test func `report the stores of a node, its commands, and its pending answers`() async throws {
        let log = HeldLog(MemoryLog())
        let cluster = try await Cluster(log)
        let till = cluster.directory("till", initialState: { _ in Till.State() }) { Till() }
        try await till["a"].send(.wrap("x"), id: "1", deadline: .seconds(240))
        try await till["b"].send(.wrap("x"), id: "2", deadline: .seconds(240))
        // A repeated command: acknowledged, and not reduced.
        try await till["b"].send(.wrap("x"), id: "2", deadline: .seconds(240))
        await #expect(throws: ClusterError.self) {
            try await till["b"].send(.wrap("x"), id: "3", deadline: .zero)
        }
        let held = log.hold()
        let waiting = Task { try await till["a"].send(.wrap("y"), deadline: .seconds(240)) }
        await held.isAsked()
        let measuring = Task { [clock, metrics] in
            await cluster.measure(as: "chat", every: .seconds(5), clock: clock, with: metrics)
        }
        await clock.sleepers(1)
        var expected = [
            "stores": 2, "waiting": 1, "asked": 0, "messages": 0, "openings": 2, "set_aside": 0,
            "missed_hints": 0, "failures": 0, "committed": 3, "refused": 1, "unknown": 0,
        ]
        #expect(try counted() == expected)
        held.goOn()
        _ = try await waiting.value
        #expect(try counted() == expected)
        await clock.advance(by: .seconds(5))
        await clock.sleepers(1)
        (expected["waiting"], expected["committed"]) = (0, 4)
        #expect(try counted() == expected)
        await cluster.leave()
        measuring.cancel()
        await measuring.value
        expected["stores"] = 0
        #expect(try counted() == expected)
    }
}
#endif
