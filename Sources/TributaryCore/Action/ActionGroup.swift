// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Actions that are sent as one: one turn, one notification, one step of an undo history.
///
/// ```swift
/// store.send(contentsOf: [.rename("Finals"), .setSeats(4)])
/// store.send(contentsOf: ActionGroup(.open).then(.load))
/// store.send(contentsOf: ActionGroup {
///     Action.open
///     if isOwner { Action.invite }
///     for player in players { Action.seat(player) }
/// })
/// ```
/// Actions that the group's actions send are reduced after all of the group. An empty group does nothing at all: it
/// runs no turn, notifies no observer, and is no step of a history.
///
/// It is a collection of its actions, kept in an array: making a group from an array costs no copy.
public struct ActionGroup<Action> {
    /// The actions, in the order in which they are reduced.
    public var actions: [Action]

    /// A group of actions, in this order.
    public init(_ actions: Action...) { self.actions = actions }

    /// A group of the actions of an array, in this order.
    public init(_ actions: [Action]) { self.actions = actions }

    /// A group of the actions that a block lists.
    ///
    /// Swift reads a line that begins with a dot as a continuation of the line before. So write the type of the
    /// actions, as above, end lines with semicolons, or list the actions in brackets.
    ///
    /// - Parameter actions: Lists actions and groups; `if`, `switch` and `for` choose among them.
    public init(@ActionGroupBuilder<Action> actions: () -> ActionGroup) { self = actions() }

    /// The group, followed by another action.
    public func then(_ action: Action) -> ActionGroup { ActionGroup(actions + CollectionOfOne(action)) }

    /// The group, followed by another group.
    public func then(_ group: ActionGroup) -> ActionGroup { ActionGroup(actions + group.actions) }
}

extension ActionGroup: ExpressibleByArrayLiteral {
    /// A group of the actions in brackets.
    public init(arrayLiteral actions: Action...) { self.actions = actions }
}

extension ActionGroup: RandomAccessCollection {
    /// The position of the first action.
    public var startIndex: Int { actions.startIndex }

    /// The position after the last action.
    public var endIndex: Int { actions.endIndex }

    /// The action at a position.
    public subscript(position: Int) -> Action { actions[position] }
}

extension ActionGroup: Equatable where Action: Equatable {}

extension ActionGroup: Hashable where Action: Hashable {}

extension ActionGroup: Sendable where Action: Sendable {}

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
