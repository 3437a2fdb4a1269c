// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How a scope sees its parent: the way to its slice of the state, and of actions in both directions.
///
/// Its closures capture paths and no cores, so that handles, steps of an undo history and effects can keep them.
struct ScopeLens<Parent, ParentAction, State, Action> {
    /// Shows the slice to a closure.
    ///
    /// Returns whether there is one.
    let read: (Parent, (State) -> Void) -> Bool

    /// Turns an action into the parent's; returns `nil` to drop it.
    let embed: (Action) -> ParentAction?

    /// Finds an action in one of the parent's.
    let extract: (ParentAction) -> Action?
}
