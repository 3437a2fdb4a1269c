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

    /// The child's function.
    ///
    /// It is returned rather than called here, to keep the way to a deep child short.
    ///
    /// - Parameter state: What the child's hooks see as the state before the first action.
    /// - Returns: The function.
    @inlinable
    func function(_ state: State) -> ReducerFunction<State, Action> {
        // Not `??`: passing a function through a generic operator allocates a thunk.
        if let resolved { return resolved }
        return resolveNow(state)
    }

    @usableFromInline
    func resolveNow(_ state: State) -> ReducerFunction<State, Action> {
        let function = resolve(context)
        resolved = function
        hooks.prime(state)
        return function
    }
}
