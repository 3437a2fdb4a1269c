// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Actions of a feature with a form: one case holds the change of any property, so that controls can be bound to it.
///
/// ```swift
/// enum Action: BindableAction {
///     case change(StateChange<State>)
///     case save
/// }
/// …
/// case .change(let change): change.apply(to: &state)
/// ```
/// The change is an action like all others: listeners hear it, logs show it, a history undoes it, and the reducer may
/// refuse it.
public protocol BindableAction<State> {
    /// The state of the feature.
    associatedtype State

    /// The action that changes a property of the state.
    ///
    /// An enum case with this name implements it.
    ///
    /// - Parameter change: The change, with the old value and the new one.
    /// - Returns: The action.
    static func change(_ change: StateChange<State>) -> Self
}
