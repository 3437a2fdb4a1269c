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

extension Mutant {
    /// Reduces an action with the defect.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - kind: The kind of the action.
    ///   - state: The state of the feature.
    ///   - kept: An action that the mutation remembers.
    ///   - initialState: The state at the beginning.
    ///   - reduce: Reduces an action without a defect.
    /// - Returns: The effect.
    func reduce<State: Equatable, Action>(
        _ action: Action,
        _ kind: String,
        _ state: inout State,
        _ kept: inout Action?,
        from initialState: State,
        _ reduce: (inout State, Action) -> Effect<Action>
    ) -> Effect<Action> {
        guard kind == self.kind else {
            let first = reduce(&state, action)
            guard mutation == .late, let late = kept else { return first }
            kept = nil
            return .merge(first, reduce(&state, late))
        }
        let before = state
        switch mutation {
        case .dropped: return .none
        case .withoutEffect:
            _ = reduce(&state, action)
            return .none
        case .withoutChange:
            let effect = reduce(&state, action)
            state = before
            return effect
        case .twice:
            let first = reduce(&state, action)
            return .merge(first, reduce(&state, action))
        case .doubledEffect:
            let effect = reduce(&state, action)
            return .merge(effect, effect)
        case .unguarded:
            let first = reduce(&state, action)
            guard state == before else { return first }
            state = initialState
            return reduce(&state, action)
        case .stale:
            let earlier = kept ?? action
            kept = action
            return reduce(&state, earlier)
        case .late:
            guard let late = kept else {
                kept = action
                return .none
            }
            kept = action
            return reduce(&state, late)
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
