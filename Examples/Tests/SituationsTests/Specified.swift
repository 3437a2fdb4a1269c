// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Tributary

/// The specification of a feature's steps.
struct Rules<State, Action>: Sendable {
    /// Whether a step does all that its action asks for, and nothing else.
    var holds: @Sendable (_ before: State, _ action: Action, _ after: State) -> Bool = { _, _, _ in true }

    /// The outputs that have to follow a step at once, in this order; no others may follow.
    var outputs: @Sendable (_ before: State, _ action: Action, _ after: State) -> [Action] = { _, _, _ in [] }
}

/// A feature with its rules around it, and with a defect in it or without.
struct Specified<Feature: Reducer>: Reducer
where Feature.State: Hashable & Sendable, Feature.Action: Hashable & Sendable {
    struct State: Hashable, Sendable {
        var feature: Feature.State

        /// The outputs that have to follow.
        var due: [Feature.Action] = []

        /// The first step that broke a rule.
        var broken: String?

        /// An action that a mutation remembers.
        var kept: Feature.Action?
    }

    typealias Action = Feature.Action

    let feature: Feature
    let initialState: Feature.State
    let rules: Rules<Feature.State, Feature.Action>
    var mutant: Mutant?

    /// Gets each step.
    var seen: Collected?

    var body: some Reducer<State, Action> {
        Scope(state: \.feature) { feature }.wrapped { reduce(&$0, $1, $2) }
    }

    private func reduce(
        _ state: inout State,
        _ action: Feature.Action,
        _ reduce: ReducerFunction<State, Action>
    ) -> Effect<Action> {
        let (before, kind) = (state.feature, kindName(of: action))
        let effect: Effect<Action>
        if let mutant {
            var (feature, kept) = (state.feature, state.kept)
            effect = mutant.reduce(action, kind, &feature, &kept, from: initialState) { feature, action in
                state.feature = feature
                defer { feature = state.feature }
                return reduce(&state, action)
            }
            (state.feature, state.kept) = (feature, kept)
        } else {
            effect = reduce(&state, action)
        }
        seen?.insert(before, action, state.feature)
        if kind.contains("output") {
            if state.due.first == action {
                state.due.removeFirst()
            } else {
                state.broken = state.broken ?? "\(kind) is not due"
            }
        }
        if !rules.holds(before, action, state.feature) { state.broken = state.broken ?? kind }
        state.due += rules.outputs(before, action, state.feature)
        return effect
    }
}

/// The hashes of all that was seen.
final class Collected: Sendable {
    private let hashes = Mutex<Set<Int>>([])

    var values: Set<Int> { hashes.withLock { $0 } }

    func insert<each Value: Hashable>(_ value: repeat each Value) {
        var hasher = Hasher()
        repeat hasher.combine(each value)
        let hash = hasher.finalize()
        hashes.withLock { _ = $0.insert(hash) }
    }
}

/// A value with a change.
func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
}
