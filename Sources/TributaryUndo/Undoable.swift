// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

/// An action with an inverse, the action that undoes it.
///
/// ```swift
/// enum Action: Undoable {
///     case add(Int)
///     case rename(PropertyChange<State, String>)
///
///     func inverted() -> Self {
///         switch self {
///         case .add(let amount): .add(-amount)
///         case .rename(let change): .rename(change.inverted())
///         }
///     }
/// }
/// ```
/// Law: reducing an action and then its inverse leaves the state as it was. An undo history relies on this and cannot check it. If
/// an action has no inverse of its own, pass the inverse when you send it: `store.send(_:undo:inverse:)`.
public protocol Undoable {
    /// The action that undoes this one.
    func inverted() -> Self
}

extension ActionGroup: Undoable where Action: Undoable {
    /// The inverses of the actions, the last one first.
    public func inverted() -> ActionGroup { ActionGroup(actions.reversed().map { $0.inverted() }) }
}
