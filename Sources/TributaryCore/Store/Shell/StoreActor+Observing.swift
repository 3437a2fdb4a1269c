// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// Delivers a value of the state at once, and then after every turn that changed it, on the store's actor.
    ///
    /// Observers are notified in the order in which they were added (laws 3 to 5).
    ///
    /// - Parameters:
    ///   - select: The value: a key path such as `\.users.count`, or a closure.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value: Equatable>(
        _ select: @escaping @Sendable (State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: { $0 == $1 }, onChange: onChange)
    }

    /// Delivers a value that cannot be compared at once, and then after every turn in which an action ran.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping @Sendable (State) -> Value,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, onChange: onChange)
    }

    /// Delivers a value of the state at once, and then after every turn that changed it in a way that counts.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping @Sendable (State) -> Value,
        removeDuplicates isDuplicate: @escaping @Sendable (Value, Value) -> Bool,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe(select, removeDuplicates: isDuplicate, onChange: onChange)
    }

    /// Delivers a value named by a key path that is kept in a variable, at once and after every change.
    ///
    /// - Parameters:
    ///   - keyPath: The value.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value: Equatable>(
        _ keyPath: any KeyPath<State, Value> & Sendable,
        onChange: @escaping @Sendable (Value) -> Void
    ) -> ObservationToken {
        machine.observe({ $0[keyPath: keyPath] }, removeDuplicates: { $0 == $1 }, onChange: onChange)
    }

    /// Delivers the whole state at once, and then after every turn in which an action ran.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @Sendable (State) -> Void) -> ObservationToken {
        machine.observe(onChange: onChange)
    }

    /// Hears of every action from now on, on the store's actor (laws 2 and 4).
    ///
    /// - Parameter onAction: Hears the action, where it came from, and the state after it. What it sends waits
    ///   until the actions that already wait are done.
    /// - Returns: The token that keeps the listener alive.
    public func onAction(
        _ onAction: @escaping @Sendable (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        machine.onAction(onAction)
    }
}

extension StoreActor where State: Equatable {
    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @Sendable (State) -> Void) -> ObservationToken {
        machine.observe(onChange: onChange)
    }
}
