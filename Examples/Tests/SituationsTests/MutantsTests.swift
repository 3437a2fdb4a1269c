// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsSpeech
import Testing
import TributaryTesting

/// The failures of this suite's checks and scenarios are looked for; those of this file count.
@Suite("Mutants of the reducers", .timeLimit(.minutes(30)), .filterIssues { !$0.isOfMutant })
struct MutantsTests {
    private static var flows: [any MutatedFlow] {
        [
            StandupsFlows.form, StandupsFlows.list, StandupsFlows.detail(.unknown), StandupsFlows.history,
            StandupsFlows.record, ChatFlows.connection, ChatFlows.conversation,
        ]
    }

    /// TRIBUTARY_MUTANTS=100 takes a minute of a processor.
    @Test("A check and an exploration each find at least 95 of a hundred, and nothing without a defect")
    func found() async {
        let wanted = ProcessInfo.processInfo.environment["TRIBUTARY_MUTANTS"].flatMap { Int($0) } ?? 40
        var mutants: [(flow: any MutatedFlow, original: Set<Int>, mutant: Mutant)] = []
        for flow in Self.flows {
            let seen = Collected()
            #expect(await !flow.failsCheck(nil, seen: seen), "\(flow.name)")
            #expect(await !flow.failsExploration(nil), "\(flow.name)")
            for kind in await flow.kinds() {
                for mutation in Mutation.allCases {
                    mutants.append((flow, seen.values, Mutant(kind: kind, mutation: mutation)))
                }
            }
        }
        var generator = SeededGenerator(seed: 33)
        var count = 0
        var unfound: (checked: [String], explored: [String]) = ([], [])
        for (flow, original, mutant) in mutants.shuffled(using: &generator) where count < wanted {
            let seen = Collected()
            let isFound = await flow.failsCheck(mutant, seen: seen)
            // One that does the same in every situation is no mutant.
            guard isFound || seen.values != original else { continue }
            count += 1
            let name = "\(flow.name): \(mutant.kind) \(mutant.mutation)"
            if !isFound { unfound.checked.append(name) }
            if await !flow.failsExploration(mutant) { unfound.explored.append(name) }
        }
        #expect(count == wanted)
        #expect(unfound.checked.count <= wanted / 20, "\(unfound.checked)")
        #expect(unfound.explored.count <= wanted / 20, "\(unfound.explored)")
    }
}
