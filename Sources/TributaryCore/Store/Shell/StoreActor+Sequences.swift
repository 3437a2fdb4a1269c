// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension StoreActor {
    /// The values of a part of the state: the current one at once, then one after every turn that changed it.
    ///
    /// Any number of loops may run over any number of sequences. The sequence ends when the store is closed or
    /// released; a loop that is left ends the observation.
    ///
    /// - Parameters:
    ///   - select: The value: a key path or a closure.
    ///   - isDuplicate: Whether the new value counts as the old one, given as `(old, new)`; `==` by default. Values
    ///     that are not Equatable count as changed after every turn in which an action ran.
    ///   - policy: What is kept for a slow loop; by default everything. `.bufferingNewest(1)` keeps the newest.
    /// - Returns: The sequence.
    public func values<Value: Sendable>(
        _ select: @escaping @Sendable (State) -> Value,
        removeDuplicates isDuplicate: ((Value, Value) -> Bool)? = nil,
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Value> {
        let part: any StorePart<State, Action> = machine
        return StreamEnd.stream(policy) { continuation, end in
            part.observe(select, isDuplicate: isDuplicate, retaining: end) { continuation.yield($0) }
        } insert: {
            part.machine.insert($0)
        }
    }
}

extension StoreActor where State: Sendable, Action: Sendable {
    /// Every action from now on, with its origin and the state after it.
    ///
    /// The sequence keeps actions for a slow loop, and ends when the store is closed or released.
    public var actions: AsyncStream<ActionRecord<State, Action>> {
        let part: any StorePart<State, Action> = machine
        return StreamEnd.stream(.unbounded) { continuation, end in
            let listener = ActionListener(retaining: end) {
                continuation.yield(ActionRecord(action: $0, origin: $1, state: $2))
            }
            return part.attach(listener, keepingScope: true)
        } insert: {
            part.machine.insert($0)
        }
    }
}
