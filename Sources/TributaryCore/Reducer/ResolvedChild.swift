// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A child's function, resolved when it is first needed, with what looks at the child's changes.
///
/// A child that may be absent is resolved late, because a feature may contain itself: a folder of folders would
/// be resolved without end.
@usableFromInline
final class ResolvedChild<State, Action> {
    private let resolve: (ReducerContext) -> ReducerFunction<State, Action>
    private let context: ReducerContext

    @usableFromInline let hooks: ChangeHooks<State, Action>
    @usableFromInline private(set) var resolved: ReducerFunction<State, Action>?

    @usableFromInline
    init(
        in context: ReducerContext,
        _ resolve: @escaping (ReducerContext) -> ReducerFunction<State, Action>
    ) {
        hooks = ChangeHooks(count: context.hookCount)
        hooks.count.mayGrow = true
        var context = context
        context.hooks = hooks
        self.context = context
        self.resolve = resolve
    }

    /// Runs the child.
    @inlinable
    func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
        (resolved ?? resolveNow(state))(&state, action)
    }

    /// Runs the child, then what looks at its changes: for one of many that share their hooks.
    @inlinable
    func reduceWatching(_ state: inout State, _ action: Action) -> Effect<Action> {
        let function = resolved ?? resolveNow(state)
        guard hooks.count.value > 0 else { return function(&state, action) }
        hooks.prime(state)
        let effect = function(&state, action)
        return effect.merge(with: hooks.run(&state))
    }

    @usableFromInline
    func resolveNow(_ state: State) -> ReducerFunction<State, Action> {
        let function = resolve(context)
        resolved = function
        hooks.prime(state)
        return function
    }
}
