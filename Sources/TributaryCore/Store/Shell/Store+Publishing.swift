// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What the publishers of other modules are made of: observations that tell when their store ends.
extension Store {
    /// Observes a value until the token goes.
    ///
    /// - Parameters:
    ///   - select: Picks the value.
    ///   - isDuplicate: Whether two values count as the same; `nil` where they cannot be compared.
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
        let token = core.observe(select, isDuplicate: isDuplicate, retaining: end) { onChange($0) }
        core.insert(end)
        return token
    }

    /// Hears of actions until the token goes.
    ///
    /// - Parameters:
    ///   - onAction: Hears the action.
    ///   - onEnd: Called when the store is closed or released; with a closed store, at once.
    /// - Returns: The token that keeps the listener alive.
    package func onAction(
        _ onAction: @escaping @MainActor (ActionRecord<State, Action>) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        let token = core.attach(ActionListener(retaining: end) { onAction($0) }, keepingScope: true)
        core.insert(end)
        return token
    }

    /// The place of this slice's observers, where another part of the library can keep something beside them.
    package var observerPlace: AnyObserverTree { core.observers }
}
