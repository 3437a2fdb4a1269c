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
    public private(set) var actions: [Action]

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

extension ActionGroup: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    /// A group without actions.
    public init() { actions = [] }

    /// The position of the first action.
    public var startIndex: Int { actions.startIndex }

    /// The position after the last action.
    public var endIndex: Int { actions.endIndex }

    /// The action at a position.
    public subscript(position: Int) -> Action {
        get { actions[position] }
        _modify { yield &actions[position] }
    }

    /// Replaces the actions at some positions by others.
    public mutating func replaceSubrange(
        _ positions: Range<Int>,
        with replacement: some Collection<Action>
    ) {
        actions.replaceSubrange(positions, with: replacement)
    }
}

extension ActionGroup: Equatable where Action: Equatable {}

extension ActionGroup: Hashable where Action: Hashable {}

extension ActionGroup: Sendable where Action: Sendable {}
