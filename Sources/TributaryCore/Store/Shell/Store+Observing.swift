// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Delivers a value of the state at once, and then after every turn that changed it.
    ///
    /// Observers are notified in the order in which they were added, over all scopes of a store (laws 3 to 5).
    /// The last value is kept for comparing: a large array that is observed whole is copied when it changes.
    ///
    /// - Parameters:
    ///   - select: The value: a key path such as `\.news?.step`, or a closure.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value: Equatable>(
        _ select: @escaping (State) -> Value,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        core.observe(select, isDuplicate: { $0 == $1 }) { onChange($0) }
    }

    /// Delivers a value that cannot be compared at once, and then after every turn in which an action ran.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        core.observe(select, isDuplicate: nil) { onChange($0) }
    }

    /// Delivers a value of the state at once, and then after every turn that changed it in a way that counts.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        core.observe(select, isDuplicate: isDuplicate) { onChange($0) }
    }

    /// Delivers a value named by a key path that is kept in a variable, at once and after every change.
    ///
    /// - Parameters:
    ///   - keyPath: The value.
    ///   - onChange: Receives the value.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<State, Value>,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        core.observe({ $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 }) { onChange($0) }
    }

    /// Delivers the whole state at once, and then after every turn in which an action ran.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        core.observe({ $0 }, isDuplicate: nil) { onChange($0) }
    }
}

extension Store where State: Equatable {
    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        core.observe({ $0 }, isDuplicate: { $0 == $1 }) { onChange($0) }
    }
}
