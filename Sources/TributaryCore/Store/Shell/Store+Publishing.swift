// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Observations that also tell when their store ends.
///
/// Publishers in other targets are built from them.
extension Store {
    /// Observes a value until the token is dropped.
    ///
    /// - Parameters:
    ///   - select: Selects the value.
    ///   - isDuplicate: Whether two values count as the same; `==` by default, if the value has one.
    ///   - onChange: Receives the value.
    ///   - onEnd: Called when the store is closed or released; with a closed store, right after the first value.
    /// - Returns: The token that keeps the observation alive.
    package func observe<Value>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)?,
        onChange: @escaping @MainActor (Value) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        let token = part.observe(select, isDuplicate: isDuplicate, retaining: end) { onChange($0) }
        part.machine.insert(end)
        return token
    }

    /// Listens to actions until the token is dropped.
    ///
    /// - Parameters:
    ///   - onAction: Receives the action.
    ///   - onEnd: Called when the store is closed or released; with a closed store, at once.
    /// - Returns: The token that keeps the listener alive.
    package func onAction(
        _ onAction: @escaping @MainActor (ActionRecord<State, Action>) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        let listener = ActionListener<State, Action>(retaining: end) {
            onAction(ActionRecord(action: $0, origin: $1, state: $2))
        }
        let token = part.attach(listener, keepingScope: true)
        part.machine.insert(end)
        return token
    }

    /// The place of this part's observers, where another part of the library can keep data with them.
    package var observerPlace: AnyObserverTree { part.observers }
}
