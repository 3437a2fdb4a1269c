// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Tributary

/// A defect of a reducer, planted in its handling of one kind of action.
enum Mutation: String, CaseIterable {
    /// The action is ignored.
    case dropped
    /// Its effect is lost: an answer, an output, or a cancellation.
    case withoutEffect
    /// Its change of the state is lost.
    case withoutChange
    /// It is reduced twice.
    case twice
    /// Its effect begins twice.
    case doubledEffect
    /// An action that the reducer refuses is reduced as in the initial state: a guard is missing.
    case unguarded
    /// It has the payload of the one before it: a stale answer.
    case stale
    /// It is reduced after the next action: in the wrong order.
    case late
}

/// A mutation of one kind of action.
struct Mutant {
    let kind: String
    let mutation: Mutation
}

/// A feature with a defect or without, which keeps its actions for a comparison.
struct Mutated<Feature: Reducer>: Reducer
where Feature.State: Hashable & Sendable, Feature.Action: Hashable & Sendable {
    struct State: Hashable, Sendable {
        var feature: Feature.State

        /// The last actions that followed the user's.
        var followers: [Feature.Action] = []

        /// Whether the next action is the user's.
        var isUsers = false

        /// The action that the mutation remembers.
        var kept: Feature.Action?
    }

    enum Action: Hashable, Sendable, CasePathable {
        case user(Feature.Action)
        case feature(Feature.Action)

        struct AllCasePaths: Sendable {
            var feature: CasePath<Action, Feature.Action> {
                CasePath(embed: Action.feature) { if case .feature(let action) = $0 { action } else { nil } }
            }
        }

        static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let feature: Feature
    let initialState: Feature.State
    let mutant: Mutant?

    var body: some Reducer<State, Action> {
        Scope(state: \.feature, action: \.feature) { feature }
            .wrapped { state, action, reduce in
                switch action {
                case .user(let action):
                    (state.followers, state.isUsers) = ([], true)
                    return .send(.feature(action))
                case .feature(let sent):
                    if !state.isUsers { state.followers = Array((state.followers + [sent]).suffix(3)) }
                    state.isUsers = false
                    guard let mutant else { return reduce(&state, action) }
                    return self.reduce(&state, sent, mutant, reduce)
                }
            }
    }

    private func reduce(
        _ state: inout State,
        _ action: Feature.Action,
        _ mutant: Mutant,
        _ reduce: ReducerFunction<State, Action>
    ) -> Effect<Action> {
        let before = state.feature
        func effect(of action: Feature.Action) -> Effect<Action> { reduce(&state, .feature(action)) }
        guard kindName(of: action) == mutant.kind else {
            let first = effect(of: action)
            guard mutant.mutation == .late, let kept = state.kept else { return first }
            state.kept = nil
            return .merge(first, effect(of: kept))
        }
        switch mutant.mutation {
        case .dropped: return .none
        case .withoutEffect:
            _ = effect(of: action)
            return .none
        case .withoutChange:
            let effect = effect(of: action)
            state.feature = before
            return effect
        case .twice: return .merge(effect(of: action), effect(of: action))
        case .doubledEffect:
            let effect = effect(of: action)
            return .merge(effect, effect)
        case .unguarded:
            let first = effect(of: action)
            guard state.feature == before else { return first }
            state.feature = initialState
            return effect(of: action)
        case .stale:
            let earlier = state.kept ?? action
            state.kept = action
            return effect(of: earlier)
        case .late:
            guard let kept = state.kept else {
                state.kept = action
                return .none
            }
            state.kept = action
            return effect(of: kept)
        }
    }
}

/// The names of the cases of an action, such as `destination.edit.save`.
func kindName(of action: Any) -> String {
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return "" }
    guard let payload = mirror.children.first, let name = payload.label else { return "\(action)" }
    // Of several payloads, such as an identifier and an action, the action counts.
    let fields = Mirror(reflecting: payload.value)
    let parts = fields.displayStyle == .tuple ? fields.children.map(\.value) : [payload.value]
    let inner = parts.map(kindName).first { !$0.isEmpty }
    return inner.map { "\(name).\($0)" } ?? name
}
