// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// The values of a part of the state as a sequence: the current one at once, then one after every turn that
    /// changed it.
    ///
    /// ```swift
    /// for await step in store.values(\.news?.step) { … }
    /// ```
    /// Any number of loops may run over any number of sequences. A loop that is slower than the store receives every
    /// value it missed, or only the newest ones, as the policy says. The sequence ends when the store is closed or
    /// released; a loop that is left ends the observation.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default. Values
    ///     that are not Equatable count as changed after every turn in which an action ran.
    ///   - policy: What is kept for a slow loop; by default everything. `.bufferingNewest(1)` keeps the newest.
    /// - Returns: The sequence.
    public func values<Value: Sendable>(
        _ select: @escaping (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Value> {
        StreamEnd.stream(policy) { continuation, end in
            part.observe(select, isDuplicate: isDuplicate, retaining: end) { continuation.yield($0) }
        } insert: {
            part.machine.insert($0)
        }
    }

    /// Listens to every action from now on, after its reducers and before the next action (laws 2 and 4).
    ///
    /// A scope delivers only its own actions, while its state is there.
    ///
    /// - Parameter onAction: Receives the action, its origin, and the state after it. What it sends waits until the
    ///   actions that already wait are done.
    /// - Returns: The token that keeps the listener alive.
    @inlinable
    public func onAction(
        _ onAction: @escaping @MainActor (ActionRecord<State, Action>) -> Void
    ) -> ObservationToken {
        part.attach(
            ActionListener { onAction(ActionRecord(action: $0, origin: $1, state: $2)) },
            keepingScope: true
        )
    }
}

extension Store where State: Sendable, Action: Sendable {
    /// Every action from now on, with its origin and the state after it.
    ///
    /// The sequence keeps actions for a slow loop, and ends when the store is closed or released. A scope's sequence
    /// has the scope's own actions.
    public var actions: AsyncStream<ActionRecord<State, Action>> {
        StreamEnd.stream(.unbounded) { continuation, end in
            let listener = ActionListener(retaining: end) {
                continuation.yield(ActionRecord(action: $0, origin: $1, state: $2))
            }
            return part.attach(listener, keepingScope: true)
        } insert: {
            part.machine.insert($0)
        }
    }
}
