// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Sends a group of actions as one turn, so that observers are notified once.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameter group: The actions, in order. What they send in turn comes after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    @_disfavoredOverload
    public func send(_ group: ActionGroup<Action>) -> StoreTask { send(contentsOf: group.actions) }
}

extension Store {
    /// Sends a group of actions as one turn, so that observers are notified once.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameter group: The actions, in order. What they send in turn comes after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    @_disfavoredOverload
    public func send(_ group: ActionGroup<Action>) -> StoreTask { send(contentsOf: group.actions) }
}

extension StoreActor {
    /// Sends a group of actions as one turn, so that observers are notified once.
    ///
    /// An empty group does nothing at all.
    ///
    /// - Parameter group: The actions, in order. What they send in turn comes after all of them.
    /// - Returns: The work that follows from all of them.
    @discardableResult
    @_disfavoredOverload
    public func send(_ group: sending ActionGroup<Action>) -> StoreTask { send(contentsOf: group.actions) }
}
