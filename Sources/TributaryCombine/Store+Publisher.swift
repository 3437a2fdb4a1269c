// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Combine) || OpenCombine
extension Store {
    /// Publishes a value of the state: the current one at once, then one after every turn that changed it.
    ///
    /// ```swift
    /// store.publisher(\.query).sink { query in … }.store(in: &cancellables)
    /// ```
    /// - Parameter select: The value: a key path or a closure.
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher<Value: Equatable>(_ select: @escaping (State) -> Value) -> StorePublisher<Value> {
        publisher(select, isDuplicate: { $0 == $1 })
    }

    /// Publishes a value that cannot be compared: at once, then after every turn in which an action ran.
    ///
    /// - Parameter select: The value: a key path or a closure.
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher<Value>(_ select: @escaping (State) -> Value) -> StorePublisher<Value> {
        publisher(select, isDuplicate: nil)
    }

    /// Publishes a value of the state at once, then after every turn that changed it to no duplicate.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`.
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool
    ) -> StorePublisher<Value> {
        publisher(select, isDuplicate: isDuplicate)
    }

    /// Publishes the value at a key path that is kept in a variable.
    ///
    /// - Parameter keyPath: The value.
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher<Value: Equatable>(_ keyPath: KeyPath<State, Value>) -> StorePublisher<Value> {
        publisher({ $0[keyPath: keyPath] }, isDuplicate: { $0 == $1 })
    }

    /// Publishes the whole state: at once, then after every turn in which an action ran.
    ///
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher() -> StorePublisher<State> { publisher({ $0 }, isDuplicate: nil) }

    /// Every action from the subscription on, with its origin and the state after it (laws 2 and 4).
    ///
    /// A scope publishes its own actions only.
    public var actionsPublisher: StorePublisher<ActionRecord<State, Action>> {
        StorePublisher(backlog: .everything) { onValue, onEnd in
            ObservationToken([self.onAction(onValue), self.onEnd(onEnd)])
        }
    }

    private func publisher<Value>(
        _ select: @escaping (State) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?
    ) -> StorePublisher<Value> {
        StorePublisher(backlog: .newest) { onValue, onEnd in
            ObservationToken([
                self.observe(select, removeDuplicates: isDuplicate, onChange: onValue), self.onEnd(onEnd),
            ])
        }
    }
}

extension Store where State: Equatable {
    /// Publishes the whole state: at once, then after every turn that changed it.
    ///
    /// - Returns: The publisher; it finishes when the store is closed or released.
    public func publisher() -> StorePublisher<State> { publisher({ $0 }, isDuplicate: { $0 == $1 }) }
}
#endif
