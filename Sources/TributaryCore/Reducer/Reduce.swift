// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer made from a closure that returns an effect.
///
/// Where nothing follows from an action, return `.none`; where that is so for all of them, use `Update`.
public struct Reduce<State, Action>: Reducer {
    @usableFromInline let function: ReducerFunction<State, Action>

    /// Makes the function anew as a part of a tree, where it is that of another reducer.
    @usableFromInline let resolveInTree: ((ReducerContext) -> ReducerFunction<State, Action>)?

    /// Whether the reducer was made of another one, outside of the closure of its store.
    @usableFromInline let isUnbound: Bool

    /// Makes a reducer from a closure.
    ///
    /// - Parameter reduce: Changes the state by an action, in place, and returns the work that follows.
    @inlinable
    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) {
        self.function = reduce
        self.resolveInTree = nil
        self.isUnbound = false
    }

    /// Makes a reducer from another one of the same state and action.
    @inlinable
    public init(_ reducer: some Reducer<State, Action>) {
        let context = ReducerContext()
        function = reducer.resolveTreeWithFeedbacks(in: context).function
        resolveInTree = { reducer.resolve(in: $0) }
        isUnbound = !context.isOfStore
    }

    /// Calls the closure.
    @inlinable
    public func reduce(into state: inout State, action: Action) -> Effect<Action> { function(&state, action) }

    /// The closure itself.
    @inlinable
    public func resolve(in context: ReducerContext) -> ReducerFunction<State, Action> {
        guard let resolveInTree, context.isInTree || (isUnbound && context.isOfStore) else { return function }
        return resolveInTree(context)
    }
}

extension Reduce: StoreBound {}
