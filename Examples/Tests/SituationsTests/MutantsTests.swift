// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StandupsSpeech
import Synchronization
import Testing
import Tributary
import TributaryTesting

@Suite("Mutants of the reducers", .timeLimit(.minutes(30)))
struct MutantsTests {
    /// Mutants that do the same as their reducer.
    private static let equivalent: Set<String> = []

    private static var flows: [any MutableFlow] {
        [
            StandupsFlows.form, StandupsFlows.list, StandupsFlows.detail(.unknown), StandupsFlows.history,
            StandupsFlows.record, ChatFlows.connection, ChatFlows.room,
        ]
    }

    /// The failures of checks and scenarios of mutants are looked for; those of this file count.
    @Test("Of a hundred, a check and an exploration each find 95", .filterIssues { !$0.isOfMutant })
    func hundred() async {
        var mutants: [(name: String, flow: any MutableFlow, mutant: Mutant)] = []
        for flow in Self.flows {
            for kind in await flow.kinds() {
                for mutation in Mutation.allCases {
                    let mutant = Mutant(kind: kind, mutation: mutation)
                    mutants.append(("\(flow.name): \(kind) \(mutation)", flow, mutant))
                }
            }
        }
        var generator = SeededGenerator(seed: 33)
        mutants.shuffle(using: &generator)
        mutants.removeAll { Self.equivalent.contains($0.name) }
        let all = ProcessInfo.processInfo.environment["TRIBUTARY_MUTANTS"].flatMap { Int($0) } ?? 100
        mutants = Array(mutants.prefix(all))
        var unfound: (checked: [String], explored: [String]) = ([], [])
        var checked: [String: Findings] = [:]
        var longest: (checked: Double, explored: Double) = (0, 0)
        for (name, flow, mutant) in mutants {
            let begin = processorSeconds()
            let expected: Findings
            if let known = checked[flow.name] { expected = known } else { expected = await flow.checked(nil) }
            checked[flow.name] = expected
            if await flow.checked(mutant) == expected { unfound.checked.append(name) }
            let middle = processorSeconds()
            if await flow.explored(mutant) { unfound.explored.append(name) }
            longest.checked = max(longest.checked, middle - begin)
            print(name, middle - begin, processorSeconds() - middle)
            longest.explored = max(longest.explored, processorSeconds() - middle)
        }
        print("check finds \(all - unfound.checked.count) of \(all), each within \(longest.checked) s")
        print("explore finds \(all - unfound.explored.count) of \(all), each within \(longest.explored) s")
        for name in unfound.checked { print("  no check: \(name)") }
        for name in unfound.explored { print("  no exploration: \(name)") }
        #expect(mutants.count == all)
        #expect(unfound.checked.count * 20 <= all && unfound.explored.count * 20 <= all)
    }

    private func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
