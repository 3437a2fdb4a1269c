// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// Delivers a value of the state at once, and then after every turn that changed it, on the store's actor.
    ///
    /// Observers are notified in the order in which they were added (laws 3 to 5). Equatable values are compared with
    /// `==`, even if generic code does not know that they are; other values count as changed after every turn in
    /// which an action ran. A conformance to Equatable that is isolated to a global actor counts on that actor alone.
    /// A value that is compared is kept, so a large array in it is copied when it changes; other values are not kept.
    /// Each observer costs one evaluation per turn, whatever the turn changed.
    ///
    /// - Parameters:
    ///   - select: The value. It runs once per turn.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    @inlinable
    public func observe<Value>(
        _ select: @escaping @Sendable (State) -> Value,
        removeDuplicates isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
    }

    /// Delivers the value at a key path at once, and then after every turn that changed it.
    ///
    /// It is observed as by a closure that selects it. A property that is stored inline is read where it lies, for a part of
    /// what a closure or another key path takes.
    ///
    /// - Parameters:
    ///   - path: The value, such as `\.count` or `\.news?.step`.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    @inlinable
    public func observe<Value>(
        _ path: any KeyPath<State, Value> & Sendable,
        removeDuplicates isDuplicate: (@Sendable (Value, Value) -> Bool)? = nil,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(path, removeDuplicates: isDuplicate, onChange: onChange)
    }

    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// An Equatable state is compared, and kept for that, so its next change copies large arrays in it. Any other state
    /// counts as changed after every turn in which an action ran, and is not kept.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @Sendable (State) -> Void) -> ObservationToken {
        machine.observe(onChange: onChange)
    }

    /// Hears of every action from now on, on the store's actor (laws 2 and 4).
    ///
    /// - Parameter onAction: Receives the action, its origin, and the state after it. What it sends waits until the
    ///   actions that already wait are done.
    /// - Returns: The token that keeps the listener alive.
    @inlinable
    public func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        machine.onAction(onAction)
    }
}
