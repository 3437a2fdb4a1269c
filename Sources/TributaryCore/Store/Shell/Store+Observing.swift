// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Delivers a value of the state at once, and then after every turn that changed it.
    ///
    /// Observers are notified in the order in which they were added, over all scopes of a store (laws 3 to 5).
    /// Equatable values are compared with `==`, even if generic code does not know that they are; other values count
    /// as changed after every turn in which an action ran. A conformance to Equatable that is isolated to a global
    /// actor counts on that actor alone. A value that is compared is kept, so a large array in it is copied when it
    /// changes; other values are not kept.
    ///
    /// Each observer costs one evaluation per turn, whatever the turn changed. An observer of the store of a row,
    /// `store.scope(rows: \.rows)[id: id]`, costs one only if the row has changed.
    ///
    /// - Parameters:
    ///   - select: The value. It runs once per turn.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    @inlinable
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        // The function is made here, to be specialised for the types at hand.
        part.observe(Observer.function(part.state, select, isDuplicate) { onChange($0) })
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
        _ path: KeyPath<State, Value>,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping @MainActor (Value) -> Void
    ) -> ObservationToken {
        let function = Observer.function(
            part.state,
            { $0[keyPath: path] },
            at: MemoryLayout<State>.offset(of: path),
            isDuplicate
        ) { onChange($0) }
        return part.observe(function)
    }

    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// An Equatable state is compared, and kept for that, so its next change copies large arrays in it. Any other state
    /// counts as changed after every turn in which an action ran, and is not kept. To keep no Equatable state either,
    /// observe nothing and read: `store.observe({ _ in }) { store.withState { … } }`.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping @MainActor (State) -> Void) -> ObservationToken {
        observe({ $0 }, onChange: onChange)
    }
}
