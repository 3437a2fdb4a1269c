// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The steps of a tree that looks at changes, one by one: in a store where other reducers are mounted, these run before
/// anything looks.
@usableFromInline
struct ReducerSteps<State, Action> {
    /// Asks what is to be asked before an action.
    @usableFromInline let willReduce: (State) -> Void

    /// The reducers alone.
    @usableFromInline let reduce: ReducerFunction<State, Action>

    /// What looks at changes, then the feedbacks; the action makes no difference.
    @usableFromInline let look: ReducerFunction<State, Action>

    @inlinable
    init(
        willReduce: @escaping (State) -> Void,
        reduce: @escaping ReducerFunction<State, Action>,
        look: @escaping ReducerFunction<State, Action>
    ) {
        self.willReduce = willReduce
        self.reduce = reduce
        self.look = look
    }
}
