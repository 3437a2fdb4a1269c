// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Sets a value to `nil` when an action of a case arrives, before this reducer sees the action.
    ///
    /// It is for what an answer closes, such as an `AlertState`:
    /// ```swift
    /// Reduce { state, action in … }
    ///     .clear(\.alert, on: \.alert)
    /// ```
    /// As the value is cleared first, this reducer may set another one. Where there is no value, nothing is changed.
    ///
    /// Costs, for each action, to see whether it is of the case.
    ///
    /// - Parameters:
    ///   - state: The value.
    ///   - action: The case.
    /// - Returns: Both, as one reducer.
    @inlinable
    public func clear<Value, Payload>(
        _ state: WritableKeyPath<State, Value?>,
        on action: CaseKeyPath<Action, Payload>
    ) -> AnyReducer<State, Action> where Action: CasePathable {
        let (path, lens) = (CasePath(action), Lens<State, Value?>(state))
        let clearing = Update<State, Action> { state, action in
            guard path.extract(from: action) != nil else { return }
            // A property with observers is not set for nothing.
            var isThere = false
            lens.read(state) { if case .some = $0 { isThere = true } }
            if isThere { lens.modify(&state) { $0 = nil } }
        }
        return AnyReducer(clearing, then: self)
    }
}
