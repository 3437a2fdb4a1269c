// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Testing
import Tributary
import TributaryTesting

/// A flow whose reducer can have a defect.
protocol MutatedFlow {
    var name: String { get }

    /// The kinds of actions that are reduced in the flow.
    func kinds() async -> [String]

    /// Whether a check fails.
    ///
    /// - Parameters:
    ///   - mutant: The defect.
    ///   - seen: Gets every situation and every step.
    /// - Returns: Whether it fails.
    func failsCheck(_ mutant: Mutant?, seen: Collected?) async -> Bool

    /// Whether a scenario fails under some order.
    nonisolated(nonsending) func failsExploration(_ mutant: Mutant?) async -> Bool
}

extension CheckedFlow: MutatedFlow {
    private typealias Whole = Specified<Feature>

    func kinds() async -> [String] { Set(await result().reducedActions.keys.map(kindName)).sorted() }

    func failsCheck(_ mutant: Mutant?, seen: Collected?) async -> Bool {
        let all = Property<Whole.State, NoWorld>.always("seen") { situation in
            seen?.insert(situation.state.feature, situation.effectsInFlight)
            return true
        }
        let result = await check(
            Whole(feature: feature(), initialState: state, rules: rules, mutant: mutant, seen: seen),
            initialState: Whole.State(feature: state),
            actions: { state in state.broken == nil ? actions(state.feature) : [] },
            properties: claims.map { $0.property(\.feature) } + [
                .effectsEnd, .noUnhandledAction, all,
                .always("each step does what its action asks for") { $0.broken == nil },
                .always("the outputs of a step follow at once") { $0.due.isEmpty },
            ],
            limits: CheckLimits(situations: 5_000, effectsInFlight: limits.effectsInFlight),
            realWalks: 0
        ) {
            dependencies(&$0, Answers())
        }
        return !result.counterexamples.isEmpty || !result.unreachedProperties.isEmpty
    }

    nonisolated(nonsending) func failsExploration(_ mutant: Mutant?) async -> Bool {
        for number in 0..<32 {
            let exploration = await explore(limit: 40, twinWalks: 0) { await play(number, mutant) }
            if !exploration.failures.isEmpty { return true }
        }
        return false
    }

    /// A scenario, whose actions and answers its number decides: the kinds that were sent least are sent first, and some actions
    /// twice in a row, as by a user who taps twice.
    private nonisolated(nonsending) func play(_ number: Int, _ mutant: Mutant?) async {
        let clock = TestClock()
        let store = TestStore(initialState: Whole.State(feature: state)) {
            Whole(feature: feature(), initialState: state, rules: rules, mutant: mutant)
        } dependencies: {
            $0.clock = clock
            dependencies(&$0, Answers(number: number))
        }
        var generator = SeededGenerator(seed: UInt64(number))
        var counts: [String: Int] = [:]
        var last: Feature.Action?
        for step in 0..<24 {
            let offered = actions(store.state.feature).shuffled(using: &generator)
            let rarest = offered.min {
                counts[kindName(of: $0), default: 0] < counts[kindName(of: $1), default: 0]
            }
            let isRepeated = Bool.random(using: &generator)
            guard let action = isRepeated ? offered.first(where: { $0 == last }) ?? rarest : rarest else {
                break
            }
            last = action
            counts[kindName(of: action), default: 0] += 1
            await store.send(action)
            if step.isMultiple(of: 3) { await clock.advance(by: .seconds(1)) }
            #expect(store.state.broken == nil && store.state.due.isEmpty)
            for claim in claims where claim.kind == .always {
                #expect(claim.holds(store.state.feature, 0), "\(claim.name)")
            }
        }
        await clock.advance(by: .seconds(5))
        let goals = claims.filter { $0.kind == .eventually }
        if !goals.isEmpty { await store.finish() }
        for goal in goals { #expect(goal.holds(store.state.feature, 0), "\(goal.name)") }
        await store.skipInFlightEffects(strict: false)
        #expect(store.state.broken == nil && store.state.due.isEmpty)
    }
}

extension Issue {
    /// Whether it is of a check or of a scenario in this file.
    var isOfMutant: Bool { sourceLocation?.fileID == #fileID }
}
