// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reduces actions one after the other, and does nothing else: no effect runs, and nobody is told.
///
/// ```swift
/// let replayer = Replayer(initialState: Shop.State()) { Shop() }
/// for action in log { replayer.reduce(action) }
/// print(replayer.state)
/// ```
/// What a reducer sent by `Effect.send` is not sent again: a log has it as an entry of its own. A reducer that depends on
/// the state, the action and its dependencies alone gives the same states again.
///
/// It belongs to one task or actor at a time.
public final class Replayer<State, Action> {
    /// The state after the last action.
    public private(set) var state: State

    /// The dependencies of the reducer.
    package let dependencies: Dependencies

    private let tree: ResolvedTree<State, Action>

    /// Makes a replayer.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for the reducer.
    public init<R: Reducer<State, Action>>(
        initialState: State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) {
        dependencies = .ofStore(configure)
        let context = ReducerContext(dependencies: dependencies)
        tree = context.building(reducer).resolveTree(in: context, runsFeedbacks: false)
        state = initialState
        tree.prime?(initialState)
    }

    /// Reduces an action.
    ///
    /// - Parameter action: The action.
    public func reduce(_ action: Action) { _ = tree.function(&state, action) }

    /// Reduces an action with the time and the random numbers of its entry.
    package func reduce(_ action: Action, as entry: RecordedEntry) {
        RecordedEntry.$current.withValue(entry) { reduce(action) }
    }
}
