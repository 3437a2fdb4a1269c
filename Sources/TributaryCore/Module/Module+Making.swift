// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension Module {
    /// A module with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds an input.
    ///   - output: The case of its actions that holds an output.
    ///   - state: The part of its state that the module shows.
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

    /// A module in front of an existing store: a whole one, a scope, or a mirror.
    ///
    /// The boundary is the same, only the lifetime differs: in front of a scope, the feature is composed into its
    /// parent's state, and users of the module see no difference.
    ///
    /// - Parameters:
    ///   - store: The feature's store; kept alive.
    ///   - input: The case of its actions that holds an input.
    ///   - output: The case of its actions that holds an output.
    ///   - state: The part of its state that the module shows.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>,
        output: CaseKeyPath<Action, Output>,
        state: KeyPath<StoreState, State>
    ) {
        self.init(store, inputPath: CasePath(input), outputPath: CasePath(output), state: state)
    }

    /// A module in front of an existing store, with its boundary given as case paths.
    ///
    /// Use it for actions without `@CasePathable`. For a module without inputs or without outputs, pass
    /// `CasePath.never`.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - inputPath: Embeds an input in an action.
    ///   - outputPath: Extracts an output from an action.
    ///   - state: The part of its state that the module shows.
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
    /// A module in front of an existing store, which shows no state; its boundary is given as case paths.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - inputPath: Embeds an input in an action.
    ///   - outputPath: Extracts an output from an action.
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

    /// A module with a store of its own, which shows no state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds an input.
    ///   - output: The case of its actions that holds an output.
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

    /// A module in front of an existing store, which shows no state.
    ///
    /// - Parameters:
    ///   - store: The feature's store: a whole one, a scope, or a mirror; kept alive.
    ///   - input: The case of its actions that holds an input.
    ///   - output: The case of its actions that holds an output.
    public convenience init<StoreState, Action: CasePathable>(
        _ store: Store<StoreState, Action>,
        input: CaseKeyPath<Action, Input>,
        output: CaseKeyPath<Action, Output>
    ) {
        self.init(store, inputPath: CasePath(input), outputPath: CasePath(output))
    }
}

extension Module where Input == Never {
    /// A module without inputs, with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - output: The case of its actions that holds an output.
    ///   - state: The part of its state that the module shows.
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

    /// A module without inputs, with a store of its own, which shows no state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - output: The case of its actions that holds an output.
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
    /// A module without outputs, with a store of its own, which shows a part of its state.
    ///
    /// - Parameters:
    ///   - reducer: The feature; made and resolved once, here.
    ///   - initialState: Its state before the first action.
    ///   - input: The case of its actions that holds an input.
    ///   - state: The part of its state that the module shows.
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
