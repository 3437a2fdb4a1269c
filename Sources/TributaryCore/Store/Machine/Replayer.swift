// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Reduces actions one after the other, without effects or observers.
///
/// ```swift
/// let replayer = Replayer(initialState: Shop.State()) { Shop() }
/// for action in log { replayer.reduce(action) }
/// print(replayer.state)
/// ```
/// Actions that a reducer sends by `Effect.send` are not sent again, because a log has its own entry for each. A reducer that
/// depends only on the state, the action, and its dependencies produces the same states again.
///
/// It belongs to one task or actor at a time.
public final class Replayer<State, Action> {
    /// The state after the last action.
    public private(set) var state: State

    /// The dependencies of the reducer.
    package let dependencies: Dependencies

    private let tree: ResolvedTree<State, Action>

    /// The mounted reducers, in order, each with its first entry.
    private var mounts: [(entry: Int, tree: ResolvedTree<State, Action>)] = [] {
        didSet { step = ReducerStep.all([tree] + mounts.map(\.tree)) }
    }

    /// The reducer, with the mounted ones as in a store.
    private var step: ReducerStep<State, Action>

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
        step = tree.function
        state = initialState
        tree.watches?.prime(initialState)
    }

    /// Reduces an action.
    ///
    /// - Parameter action: The action.
    public func reduce(_ action: Action) {
        _ = step.call(&state, action)
    }

    /// Reduces an action with the time and the random numbers of its entry.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - entry: Its entry.
    ///   - passed: The positions of the children that did not get it; `nil` where all did.
    package func reduce(_ action: Action, as entry: RecordedEntry, passing passed: [Int]? = nil) {
        RecordedEntry.$current.withValue(entry) {
            guard let passed else { return reduce(action) }
            tree.passedChild.pass(replaying: passed) { reduce(action) }
        }
    }

    /// Lets a reducer run after the others, from the next action on, or no longer.
    ///
    /// - Parameters:
    ///   - reducer: The reducer; `nil` ends the one that began with the entry.
    ///   - entry: The entry with which it begins.
    package func mount(_ reducer: AnyReducer<State, Action>?, at entry: Int) {
        guard let reducer else { return mounts.removeAll { $0.entry == entry } }
        var context = ReducerContext(dependencies: dependencies)
        context.passedChild = tree.passedChild
        let mounted = reducer.resolveTree(in: context, runsFeedbacks: false)
        mounted.watches?.prime(state)
        mounts.append((entry, mounted))
    }
}
