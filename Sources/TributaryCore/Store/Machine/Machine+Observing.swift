// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Machine {
    /// Delivers a value of the state at once, and then after every turn that changed it.
    ///
    /// Observers are notified in the order in which they were added (laws 3 to 5). `Equatable` values are compared with `==`, also
    /// in generic code without that constraint; other values count as changed after each turn in which an action ran. A conformance
    /// to Equatable that is isolated to a global actor counts on that actor alone. A value that is compared is kept, so a large
    /// array in it is copied when it changes; other values are not kept. Each observer costs one evaluation per turn, whatever the
    /// turn changed.
    ///
    /// - Parameters:
    ///   - select: The value. It runs once per turn.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        observe(in: observers, retaining: nil, Observer.function(state, select, isDuplicate, onChange))
    }

    /// Delivers the value at a key path at once, and then after each turn that changed it.
    ///
    /// It behaves like an observer with a closure. A property that is stored inline is read in place, which is faster than a
    /// closure or another key path.
    ///
    /// - Parameters:
    ///   - path: The value, such as `\.count` or `\.news?.step`.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default.
    ///   - onChange: Receives the value. It may send actions, observe and cancel.
    /// - Returns: The token that keeps the observation alive.
    public func observe<Value>(
        _ path: KeyPath<State, Value>,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        onChange: @escaping (Value) -> Void
    ) -> ObservationToken {
        let function = Observer.function(
            state,
            { $0[keyPath: path] },
            at: MemoryLayout<State>.offset(of: path),
            isDuplicate,
            onChange
        )
        return observe(in: observers, retaining: nil, function)
    }

    /// Delivers the whole state at once, and then after every turn that changed it.
    ///
    /// An Equatable state is compared, and kept for that, so its next change copies large arrays in it. Any other state
    /// counts as changed after every turn in which an action ran, and is not kept. To keep no Equatable state either,
    /// observe nothing and read: `machine.observe({ _ in }) { machine.withState { … } }`.
    ///
    /// - Parameter onChange: Receives the state.
    /// - Returns: The token that keeps the observation alive.
    public func observe(onChange: @escaping (State) -> Void) -> ObservationToken {
        observe({ $0 }, onChange: onChange)
    }

    func observe(
        in tree: AnyObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken {
        lastObserver += 1
        let observer = Observer(order: lastObserver, tree: tree, scope: scope, function)
        tree.insert(observer)
        storage.pointee.status.isObserved = true
        let token = ObservationToken(ending: observer)
        observer.deliver()
        return token
    }

    func reportManyObservers(_ count: Int) {
        dependencies.diagnosticReporter.report(
            Diagnostic(
                .manyObservers,
                message: """
                    In one turn of a store of \(typeName(State.self)), \(count) observers were evaluated whose values had not \
                    changed. Each observer of the store, and of a scope that is not a row, is evaluated after every turn.
                    """,
                remedy: """
                    Observe rows through their stores, such as `store.scope(rows: \\.rows)[id: id]?.observe(\\.name)`: \
                    only those of rows that changed are evaluated.
                    """
            )
        )
    }
}
