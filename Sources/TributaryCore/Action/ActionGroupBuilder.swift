// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Lists the actions of a group, one below the other.
///
/// `if`, `switch` and `for` choose among them each time the block runs.
@resultBuilder
public enum ActionGroupBuilder<Action> {
    /// An action.
    public static func buildExpression(_ action: Action) -> ActionGroup<Action> { ActionGroup(action) }

    /// A group, or actions in brackets; its actions become part of the whole.
    public static func buildExpression(_ group: ActionGroup<Action>) -> ActionGroup<Action> { group }

    /// Everything in a block, in the order in which it is written.
    public static func buildBlock(_ groups: ActionGroup<Action>...) -> ActionGroup<Action> {
        buildArray(groups)
    }

    /// The actions of an `if` without `else`.
    public static func buildOptional(_ group: ActionGroup<Action>?) -> ActionGroup<Action> { group ?? [] }

    /// The actions of the first branch of a condition.
    public static func buildEither(first group: ActionGroup<Action>) -> ActionGroup<Action> { group }

    /// The actions of the other branch of a condition.
    public static func buildEither(second group: ActionGroup<Action>) -> ActionGroup<Action> { group }

    /// The actions of a loop.
    public static func buildArray(_ groups: [ActionGroup<Action>]) -> ActionGroup<Action> {
        ActionGroup(groups.flatMap(\.actions))
    }

    /// The actions below `if #available`.
    public static func buildLimitedAvailability(_ group: ActionGroup<Action>) -> ActionGroup<Action> { group }
}
