// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Store {
    /// Makes a store whose actions are recorded from the first on (law 13).
    @inlinable
    package convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        recorder: Recorder<State, Action>,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) {
        let machine = Machine(initialState: initialState(), reducer: reducer, dependencies: configure)
        machine.record(with: recorder)
        self.init(machine: machine, sendAction: { machine.send($0) })
    }
}

extension StoreActor {
    /// Makes a store whose actions are recorded from the first on (law 13).
    @inlinable
    package init<R: Reducer<State, Action>>(
        initialState: sending State,
        recorder: sending Recorder<State, Action>,
        sharingExecutorOf actor: (any Actor)? = nil,
        @ReducerBuilder<State, Action> reducer: @Sendable () -> R,
        dependencies configure: @Sendable (inout Dependencies) -> Void = { _ in }
    ) {
        let machine = Machine(initialState: initialState, reducer: reducer, dependencies: configure)
        machine.record(with: recorder)
        self.init(machine: machine, sharingExecutorOf: actor)
    }
}
