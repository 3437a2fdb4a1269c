// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import Tributary
import TributaryTesting

/// A flow whose reducer can be mutated.
protocol MutableFlow {
    var name: String { get }

    /// The kinds of actions that are reduced in the flow.
    func kinds() async -> [String]

    /// The findings of a check.
    func checked(_ mutant: Mutant?) async -> Findings

    /// Whether some scenarios end as without the mutation, under every order.
    func explored(_ mutant: Mutant) async -> Bool
}

/// All that a comparison sees of a flow: its situations, the actions that are reduced, and the properties that fail.
struct Findings: Hashable {
    var situations: Set<Int> = []
    var actions: Set<String> = []
    var failures: Set<String> = []
}

extension CheckedFlow: MutableFlow {
    func kinds() async -> [String] {
        Set(await result().reducedActions.keys.map(kindName)).sorted()
    }

    func checked(_ mutant: Mutant?) async -> Findings {
        var findings = Findings()
        let all = Collected()
        // Each situation is seen once.
        let seen = Property<Mutated<Feature>.State, NoWorld>.always("seen") { situation in
            all.insert(hash(of: situation.state, situation.effectsInFlight))
            return true
        }
        let result = await check(
            Mutated(feature: feature(), initialState: state, mutant: mutant),
            initialState: Mutated<Feature>.State(feature: state),
            actions: { state in actions(state.feature).map { .user($0) } },
            properties: claims.map { $0.property(\.feature) } + [.effectsEnd, .noUnhandledAction, seen],
            limits: CheckLimits(situations: 20_000, effectsInFlight: limits.effectsInFlight),
            realWalks: 0
        ) {
            dependencies(&$0, Answers())
        }
        findings.situations = all.values
        findings.actions = Set(result.reducedActions.keys.map { "\($0)" })
        findings.failures = Set(result.counterexamples.map(\.property) + result.unreachedProperties)
        return findings
    }

    func explored(_ mutant: Mutant) async -> Bool {
        for number in 0..<8 {
            let (former, latter) = (await ends(of: nil, number), await ends(of: mutant, number))
            if former != latter { return false }
        }
        return true
    }

    /// The states in a scenario, under every order.
    private func ends(of mutant: Mutant?, _ number: Int) async -> Set<Int> {
        let all = Collected()
        let exploration = await explore(limit: 50, twinWalks: 0) {
            let clock = TestClock()
            let store = TestStore(initialState: Mutated<Feature>.State(feature: state)) {
                Mutated(feature: feature(), initialState: state, mutant: mutant)
            } dependencies: {
                $0.clock = clock
                dependencies(&$0, Answers(number: number))
            }
            var generator = SeededGenerator(seed: UInt64(number))
            for step in 0..<12 {
                guard let action = actions(store.state.feature).randomElement(using: &generator) else {
                    break
                }
                await store.send(.user(action))
                if step.isMultiple(of: 3) { await clock.advance(by: .seconds(1)) }
                all.insert(hash(of: store.state, step))
            }
            await store.skipInFlightEffects(strict: false)
            all.insert(hash(of: store.state, -1))
        }
        if !exploration.failures.isEmpty { all.insert(0) }
        return all.values
    }

    private func hash(of state: Mutated<Feature>.State, _ number: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(state.feature)
        hasher.combine(state.followers)
        hasher.combine(number)
        return hasher.finalize()
    }
}

/// The hashes of what was seen.
private final class Collected: Sendable {
    private let hashes = Mutex<Set<Int>>([])

    var values: Set<Int> { hashes.withLock { $0 } }

    func insert(_ hash: Int) { hashes.withLock { _ = $0.insert(hash) } }
}

extension Issue {
    /// Whether it is of a check or of a scenario in this file.
    var isOfMutant: Bool { sourceLocation?.fileID == #fileID }
}
