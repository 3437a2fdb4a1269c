// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Delivers a value of the state at once, and then after every turn that changed it (laws 3 to 5).
    ///
    /// - Parameters:
    ///   - select: Picks the value. It runs once per turn.
    ///   - isDuplicate: Whether two values count as the same; then nothing is delivered.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(in: observers, state: state, select: select, isDuplicate: isDuplicate, onChange: onChange)
    }

    /// Delivers a value of the state at once, and then after every turn that changed it.
    public func observe<Value: Equatable>(
        _ select: @escaping (State) -> Value,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(in: observers, state: state, select: select, isDuplicate: ==, onChange: onChange)
    }

    /// Delivers a value that cannot be compared at once, and then after every turn in which an action ran.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(in: observers, state: state, select: select, isDuplicate: nil, onChange: onChange)
    }

    /// Delivers a value named by a key path that is kept in a variable, at once and after every change.
    public func observe<Value: Equatable>(
        _ keyPath: KeyPath<State, Value>,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe({ $0[keyPath: keyPath] }, onChange: onChange)
    }

    /// Delivers the whole state at once, and then after every turn in which an action ran.
    public func observe(onChange: @escaping (State) -> Void) -> ObservationToken {
        observe(in: observers, state: state, select: { $0 }, isDuplicate: nil, onChange: onChange)
    }

    func observe<Slice, Value>(
        in tree: ObserverTree<Slice>,
        state: Slice,
        retaining scope: AnyObject? = nil,
        select: @escaping (Slice) -> Value,
        isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        lastObserver += 1
        let observer = ValueObserver(
            order: lastObserver,
            tree: tree,
            scope: scope,
            state: state,
            select: select,
            isDuplicate: isDuplicate,
            onChange: onChange
        )
        tree.insert(observer)
        storage.pointee.isAttended = true
        let token = ObservationToken(holding: observer)
        observer.deliver()
        return token
    }
}

extension Machine where State: Equatable {
    /// Delivers the whole state at once, and then after every turn that changed it.
    public func observe(onChange: @escaping (State) -> Void) -> ObservationToken {
        observe(in: observers, state: state, select: { $0 }, isDuplicate: ==, onChange: onChange)
    }
}
