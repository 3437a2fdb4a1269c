// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer made from a closure that returns an effect.
///
/// Where nothing follows from an action, return `.none`; where that is so for all of them, use `Update`.
public struct Reduce<State, Action>: Reducer {
    @usableFromInline let function: ReducerFunction<State, Action>

    /// Resolves the reducer for its store, if it is another one made outside of the store's closure.
    @usableFromInline let bind: ((ReducerContext) -> ReducerFunction<State, Action>)?

    /// Makes a reducer from a closure.
    ///
    /// - Parameter reduce: Changes the state by an action, in place, and returns the work that follows.
    @inlinable
    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        self.function = reduce
        self.bind = nil
    }

    /// Makes a reducer from another one of the same state and action.
    @inlinable
    public init(_ reducer: some Reducer<State, Action>) {
        let context = ReducerContext()
        function = reducer.resolveTree(in: context)
        bind = context.isOfStore ? nil : { reducer.resolve(in: $0) }
    }

    /// Calls the closure.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The closure itself.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        guard let bind, context.isOfStore else { return function }
        return bind(context)
    }
}

extension Reduce: StoreBound {
    var isUnbound: Bool { bind != nil }
}
