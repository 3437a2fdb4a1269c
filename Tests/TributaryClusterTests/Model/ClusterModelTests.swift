// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TributaryCluster

/// Runs the protocol of the nodes with a database that loses unreplicated data, lost messages and hints,
/// connections that work in one direction only, clocks that jump, and nodes that die.
@Suite(.timeLimit(.minutes(30)))
struct ClusterModelTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test(
        "nothing acknowledged or accepted is lost, done twice, out of order, or made on another state, and each store is available"
    )
    func keepsPromises() {
        let seed = Self.number("TRIBUTARY_CLUSTER_SEED") ?? 1
        let count = Self.number("TRIBUTARY_CLUSTER_RUNS") ?? 60
        for seed in seed..<(seed + count) {
            guard let run = ClusterRun.run(seed: UInt64(seed), steps: 400) else { continue }
            Issue.record("Seed \(seed): \(run)")
            return
        }
    }

    /// The least number of steps that are left out together.
    ///
    /// In debug, to try each step alone would take most of the time of all tests of the cluster.
    private static var size: Int {
        #if DEBUG
        16
        #else
        1
        #endif
    }

    /// The first run that finds a fault.
    private static func run(_ fault: PlantedFault, omitting size: Int) -> ClusterRun? {
        for seed in fault.firstSeed...(fault.firstSeed + 2_000) {
            if let run = ClusterRun.run(seed: seed, steps: 150, fault: fault, omitting: size) { return run }
        }
        return nil
    }

    @Test("a planted fault is found, and the run is made small", arguments: PlantedFault.allCases)
    func findsPlantedFaults(fault: PlantedFault) throws {
        let run = try #require(Self.run(fault, omitting: Self.size))
        #expect(run.steps.count < 80, "\(run)")
        #expect(ClusterRun.failure(of: run.steps, fault) == run.failure)
        if let failure = ClusterRun.failure(of: run.steps, nil) {
            Issue.record("\(ClusterRun(steps: run.steps, failure: failure))")
        }
    }

    @Test("the description of a failing run lists its events")
    func printsRuns() throws {
        let run = try #require(Self.run(.letsOutBeforeTheCommit, omitting: 1))
        #expect(run.steps.count < 20, "\(run)")
        let lines = "\(run)".split(separator: "\n")
        #expect(lines.count == run.steps.count + 2)
        #expect(lines[0].contains("left, and is not durable"))
    }

    @Test("a run does something: commands are committed, refused and left unknown, stores are taken over")
    func runsDoSomething() {
        var (acknowledged, claims, sent, byMessage, accepted, committed) = (0, 0, 0, 0, 0, 0)
        for seed in 1...20 {
            var model = ClusterModel()
            var choice = ClusterModel.Choice(state: UInt64(seed))
            for _ in 0..<400 { _ = model.step(choice.next()) }
            model.settle()
            acknowledged += model.acknowledged.count
            sent += model.sent.count
            byMessage += model.log.records.count { $0.message != nil }
            accepted += model.accepted.count
            committed += model.log.records.count {
                if case .command(let id, _) = $0.entry { model.sent[id] != nil } else { false }
            }
            claims += model.log.records.count { if case .claim = $0.entry { true } else { false } }
        }
        #expect(committed > sent / 2, "\(committed) of \(sent)")
        // Two of three commands are sent by a message, whose answer can be lost after the commit; then the
        // client receives nothing.
        #expect(acknowledged > sent / 5, "\(acknowledged) of \(sent)")
        #expect(claims > 100)
        #expect(accepted > 20)
        // Others than those that were accepted from the beginning.
        #expect(byMessage > accepted + 20, "\(byMessage) of \(accepted)")
    }
}
