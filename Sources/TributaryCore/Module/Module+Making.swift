// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Module {
    /// A module with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds what the outside may tell it.
    ///   - output: The case of its actions that holds what it tells the outside.
    ///   - state: What it shows of its state.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    @inlinable
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        input: CaseKeyPath<R.Action, Input>,
        output: CaseKeyPath<R.Action, Output>,
        state: KeyPath<R.State, State>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, input: input, output: output, state: state)
    }

    /// A module in front of a store that is there already: a whole one, a scope, or a mirror.
    ///
    /// The same boundary around another life: in front of a scope, the feature is composed into its parent's state,
    /// and whoever holds the module cannot tell.
    ///
    /// - Parameters:
    ///   - store: The feature's store; kept alive.
    ///   - input: The case of its actions that holds what the outside may tell it.
    ///   - output: The case of its actions that holds what it tells the outside.
    ///   - state: What is shown of its state.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>,
        output: CaseKeyPath<Action, Output>,
        state: KeyPath<StoreState, State>
    ) {
        self.init(store, inputPath: CasePath(input), outputPath: CasePath(output), state: state)
    }

    /// A module in front of a store that is there already, its boundary given as case paths.
    ///
    /// For actions without `@CasePathable`, and for what is told nothing or tells nothing: `CasePath.never`.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - inputPath: The way from an input to an action.
    ///   - outputPath: The way from an action to an output.
    ///   - state: What is shown of the state.
    public convenience init<StoreState, Action>(
        _ store: Store<StoreState, Action>,
        inputPath: CasePath<Action, Input>,
        outputPath: CasePath<Action, Output>,
        state: KeyPath<StoreState, State>
    ) {
        self.init(
            store,
            input: inputPath.embedValue,
            boundary: ModuleBoundary(
                of: store,
                output: outputPath.extractValue,
                state: { $0[keyPath: state] },
                field: state
            )
        )
    }
}

extension Module where State == Void {
    /// A module in front of a store that is there already, which shows nothing; its boundary is given as case paths.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - inputPath: The way from an input to an action.
    ///   - outputPath: The way from an action to an output.
    public convenience init<StoreState, Action>(
        _ store: Store<StoreState, Action>,
        inputPath: CasePath<Action, Input>,
        outputPath: CasePath<Action, Output>
    ) {
        self.init(
            store,
            input: inputPath.embedValue,
            boundary: ModuleBoundary(of: store, output: outputPath.extractValue, state: { _ in }, field: nil)
        )
    }

    /// A module with a store of its own, which shows nothing of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds what the outside may tell it.
    ///   - output: The case of its actions that holds what it tells the outside.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    @inlinable
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        input: CaseKeyPath<R.Action, Input>,
        output: CaseKeyPath<R.Action, Output>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, input: input, output: output)
    }

    /// A module in front of a store that is there already, which shows nothing of its state.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - input: The case of its actions that holds what the outside may tell it.
    ///   - output: The case of its actions that holds what it tells the outside.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>,
        output: CaseKeyPath<Action, Output>
    ) {
        self.init(store, inputPath: CasePath(input), outputPath: CasePath(output))
    }
}

extension Module where Input == Never {
    /// A module that is told nothing, with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - output: The case of its actions that holds what it tells the outside.
    ///   - state: What it shows of its state.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    @inlinable
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        output: CaseKeyPath<R.Action, Output>,
        state: KeyPath<R.State, State>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, inputPath: .never, outputPath: CasePath(output), state: state)
    }

    /// A module that is told nothing, and shows nothing of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - output: The case of its actions that holds what it tells the outside.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    @inlinable
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        output: CaseKeyPath<R.Action, Output>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable, State == Void {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, inputPath: .never, outputPath: CasePath(output))
    }
}

extension Module where Output == Never {
    /// A module that tells nothing, with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds what the outside may tell it.
    ///   - state: What it shows of its state.
    ///   - configure: Sets dependencies for the feature's reducers and effects.
    @inlinable
    public convenience init<R: Reducer>(
        _ reducer: @autoclosure () -> R,
        initialState: @autoclosure () -> R.State,
        input: CaseKeyPath<R.Action, Input>,
        state: KeyPath<R.State, State>,
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) where R.Action: CasePathable {
        let store = Store(initialState: initialState(), reducer: reducer, dependencies: configure)
        self.init(store, inputPath: CasePath(input), outputPath: .never, state: state)
    }
}
