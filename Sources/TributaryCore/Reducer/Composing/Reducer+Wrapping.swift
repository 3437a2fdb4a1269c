// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Reducer {
    /// Runs a closure in place of this reducer, which the closure may call: a log, a check, another order.
    ///
    /// ```swift
    /// News().wrapped { state, action, reduce in
    ///     let before = state.articles.count
    ///     let effect = reduce(&state, action)
    ///     print("\(action): \(before) → \(state.articles.count)")
    ///     return effect
    /// }
    /// ```
    /// Not calling `reduce` holds the action back. Calling it more than once runs the reducer as often, each time on
    /// what the time before left; the effects are the caller's to `merge`, and one that is not returned never begins.
    ///
    /// An `onChange` or a feedback inside of the reducer follows the state, and so answers what the closure changes
    /// and does not wait for `reduce`; `filter` is what gates them. An action given to `reduce` counts as the one at
    /// hand: where an earlier state of a child sent that, the child's successor sees neither (law 8).
    ///
    /// An action costs one call more.
    ///
    /// - Parameter body: Changes the state by an action, in place, and returns the effect that follows. `reduce` is
    ///   this reducer, with the dependencies of its place; it is valid until the closure returns.
    /// - Returns: The wrapped reducer.
    @inlinable
    public func wrapped(
        _ body:
            @escaping (
                _ state: inout State, _ action: Action, _ reduce: ReducerFunction<State, Action>
            ) -> Effect<Action>
    ) -> AnyReducer<State, Action> {
        AnyReducer(parts: [self]) { context in
            let function = resolve(in: context).function
            let reduce: ReducerFunction<State, Action> = { state, action in function(&state, action) }
            return ResolvedReducer { place, action in
                body(&place.assumingMemoryBound(to: State.self).pointee, action, reduce)
            }
        }
    }
}
