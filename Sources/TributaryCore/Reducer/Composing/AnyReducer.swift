// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A reducer with its type erased.
///
/// Modifiers and the builder make such reducers. Use it to keep reducers of different types in one place, and for a
/// child that is dispatched to by hand:
/// ```swift
/// let settings = AnyReducer(Settings())
/// …
/// case .settings(let action): return settings.reduce(into: &state.settings, action: action).map(Action.settings)
/// ```
/// One that is made so is resolved once, when it is made; calling it costs one call more than the reducer itself.
public struct AnyReducer<State, Action>: PrimitiveReducer {
    // A property of its own, so that a search finds the dependencies with which the parts were made.
    let parts: [any Reducer]
    let resolveInTree: (ReducerContext) -> ResolvedReducer<State, Action>

    /// The function for direct calls, if it was resolved when it was made.
    private var function: ReducerStep<State, Action>?

    /// Whether the reducer was resolved outside of the closure of its store.
    private var isResolvedUnbound = false

    /// The hidden reducer's type, and whether two of them may differ; its own for a reducer composed of several.
    private(set) var hidden: (type: Any.Type, hasSize: Bool) = (AnyReducer.self, true)

    /// Erases the type of a reducer.
    public init<R: Reducer<State, Action>>(_ reducer: R) {
        let context = ReducerContext()
        self.init(composing: reducer)
        function = reducer.resolveTree(in: context, runsFeedbacks: true).function
        isResolvedUnbound = !context.isOfStore
    }

    /// A reducer that is composed of others.
    ///
    /// - Parameters:
    ///   - parts: The reducers that it is composed of.
    ///   - resolve: Resolves it.
    @usableFromInline init(
        parts: [any Reducer],
        resolve: @escaping (ReducerContext) -> ResolvedReducer<State, Action>
    ) {
        self.parts = parts
        resolveInTree = resolve
    }

    /// A reducer that is a part of a larger one, and so is not resolved when it is made.
    @usableFromInline init<R: Reducer<State, Action>>(composing reducer: R) {
        self.init(parts: [reducer]) { reducer.resolve(in: $0) }
        hidden = (reducer as? AnyReducer)?.hidden ?? (R.self, MemoryLayout<R>.size > 0)
    }

    /// A reducer that is made where it is resolved, with the dependencies of its place.
    init<R: Reducer<State, Action>>(@ReducerBuilder<State, Action> making make: @escaping () -> R) {
        self.init(parts: []) { $0.building(make).resolve(in: $0) }
    }

    /// Runs the reducer.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        if let function { return function.call(&state, action) }
        return resolveTree(in: ReducerContext(), runsFeedbacks: false).function.call(&state, action)
    }

    /// The reducer as a part of a tree.
    ///
    /// It is resolved again there, so that watches see the changes of the whole tree, and reducers that were made before the store
    /// get the store's dependencies.
    func resolved(in context: ReducerContext) -> ResolvedReducer<State, Action> {
        resolveInTree(context)
    }
}

extension AnyReducer: StoreBound {
    var isUnbound: Bool { isResolvedUnbound || parts.contains(where: ReducerContext.isUnbound) }
}
