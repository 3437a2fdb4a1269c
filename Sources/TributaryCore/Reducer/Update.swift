// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer made from a closure that only changes the state: no `return .none`.
public struct Update<State, Action>: Reducer {
    @usableFromInline let update: (inout State, Action) -> Void

    /// Makes a reducer from a closure.
    ///
    /// - Parameter update: Changes the state by an action, in place.
    @inlinable
    public init(_ update: @escaping (_ state: inout State, _ action: Action) -> Void) { self.update = update }

    /// Calls the closure; no effect follows.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        update(&state, action)
        return .none
    }

    /// The closure, as a function that returns no effect.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        { [update] state, action in
            update(&state, action)
            return .none
        }
    }
}
