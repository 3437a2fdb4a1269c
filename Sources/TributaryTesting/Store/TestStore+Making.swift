// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore

extension TestStore {
    /// Makes a store for a state that can be compared.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects. `isTesting` is already set.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        order: EffectOrder = .firstReady,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where State: Equatable {
        self.init(
            order: order,
            comparison: .whole(),
            initialState: { _ in initialState() },
            reducer: reducer,
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Makes a store whose first state is made from its dependencies, as `Store(dependencies:initialState:reducer:)` does.
    ///
    /// ```swift
    /// let store = TestStore(dependencies: { $0.uuid = .incrementing }) { dependencies in
    ///     Garden.State(id: dependencies.uuid())
    /// } reducer: {
    ///     Garden()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - configure: Sets dependencies for this store's reducers and effects. `isTesting` is already set.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - initialState: Makes the state before the first action; the reducers get the same dependencies as it reads.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<R: Reducer<State, Action>>(
        dependencies configure: (inout Dependencies) -> Void,
        order: EffectOrder = .firstReady,
        initialState: (Dependencies) -> State,
        @ReducerBuilder<State, Action> reducer: () -> R,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) where State: Equatable {
        self.init(
            order: order,
            comparison: .whole(),
            initialState: initialState,
            reducer: reducer,
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Unavailable: a state that cannot be compared cannot be checked.
    @available(
        *,
        unavailable,
        message: "Make the state Equatable, or pass 'comparing:' with the values to compare."
    )
    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> State,
        order: EffectOrder = .firstReady,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) { preconditionFailure("It is unavailable.") }

    /// Makes a store for a state of which only some values are compared, such as one that is not Equatable.
    ///
    /// ```swift
    /// let store = TestStore(initialState: Player.State(), comparing: \.track, \.isPlaying) { Player() }
    /// await store.send(.play) { $0.isPlaying = true }
    /// ```
    /// Values that are not selected are not checked: neither that they change, nor that they do not.
    ///
    /// - Parameters:
    ///   - initialState: The state before the first action.
    ///   - first: A value of the state that is compared.
    ///   - others: Further values that are compared.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects. `isTesting` is already set.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<R: Reducer<State, Action>, First: Equatable, each Other: Equatable>(
        initialState: @autoclosure () -> State,
        comparing first: @escaping (State) -> First,
        _ others: repeat @escaping (State) -> each Other,
        order: EffectOrder = .firstReady,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            order: order,
            comparison: StateComparison(selecting: first, repeat each others),
            initialState: { _ in initialState() },
            reducer: reducer,
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}

extension TestStore {
    /// Makes a store around a machine that is made here.
    convenience init<R: Reducer<State, Action>>(
        order: EffectOrder,
        comparison: StateComparison<State>,
        initialState: (Dependencies) -> State,
        reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void,
        site: CallSite
    ) {
        let bench = TestBench(order: order, site: site)
        let dependencies = Dependencies.ofStore {
            $0.isTesting = true
            $0.diagnosticReporter = bench.reporter
            configure(&$0)
        }
        let machine = Machine(
            initialState: initialState(dependencies),
            reducer: { AnyReducer(reducer()) },
            dependencies: dependencies
        )
        machine.runEffects(on: bench.home) { [scheduler = bench.scheduler] in
            scheduler.makeSlot(ReadyEffect($0))
        }
        self.init(machine, on: bench, comparison: comparison, keeping: [], site: site)
    }

    convenience init(
        _ machine: Machine<State, Action>,
        on bench: TestBench,
        comparison: StateComparison<State>,
        keeping companions: [AnyObject],
        site: CallSite
    ) {
        let received = ReceivedActions<State, Action>()
        var probe: StoreProbe<State, Action>?
        if let exploration = bench.scheduler.exploration {
            let made = StoreProbe(machine, bench.scheduler, received)
            exploration.note { $0.probes.append(made) }
            probe = made
        }
        let listening = machine.onAction { [probe] record in
            received.append(record.action, record.state)
            probe?.note(record.action, record.state)
        }
        self.init(
            TestSubject(machine),
            on: bench,
            received: received,
            comparison: comparison,
            keeping: companions + [listening],
            site: site
        )
    }
}
