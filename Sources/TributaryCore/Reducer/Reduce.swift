// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer made from a closure that returns an effect.
///
/// If no effect follows from an action, return `.none`; if none follows from any action, use `Update`.
public struct Reduce<State, Action>: Reducer {
    @usableFromInline let function: PlacedReducer<Action>

    /// Makes a reducer from a closure.
    ///
    /// - Parameter reduce: Changes the state by an action, in place, and returns the effect that follows.
    @inlinable
    @inline(__always)
    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        // This is inlined, so that the closure becomes a part of the function that a store calls.
        function = PlacedReducer { place, action in
            reduce(&place.assumingMemoryBound(to: State.self).pointee, action)
        }
    }

    /// Calls the closure.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The closure itself.
    @inlinable
    public func resolve(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        ResolvedReducer(parts: [.function(function)])
    }
}
