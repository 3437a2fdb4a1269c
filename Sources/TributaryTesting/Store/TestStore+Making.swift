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
            initialState: initialState(),
            order: order,
            comparison: .whole(),
            reducer: reducer,
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

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
    ///   - select: The values of the state that are compared.
    ///   - order: In which order effects continue if several could; `explore` decides it itself.
    ///   - reducer: The reducer; made and resolved once, here.
    ///   - configure: Sets dependencies for this store's reducers and effects. `isTesting` is already set.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public convenience init<R: Reducer<State, Action>, each Value: Equatable>(
        initialState: @autoclosure () -> State,
        comparing select: repeat @escaping (State) -> each Value,
        order: EffectOrder = .firstReady,
        @ReducerBuilder<State, Action> reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void = { _ in },
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        self.init(
            initialState: initialState(),
            order: order,
            comparison: StateComparison(selecting: repeat each select),
            reducer: reducer,
            dependencies: configure,
            site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}

extension TestStore {
    /// Makes a store around a machine that is made here.
    convenience init<R: Reducer<State, Action>>(
        initialState: State,
        order: EffectOrder,
        comparison: StateComparison<State>,
        reducer: () -> R,
        dependencies configure: (inout Dependencies) -> Void,
        site: CallSite
    ) {
        let bench = TestBench(order: order, site: site)
        let machine = Machine(initialState: initialState) {
            AnyReducer(reducer())
        } dependencies: {
            $0.isTesting = true
            $0.diagnosticReporter = bench.reporter
            configure(&$0)
        }
        machine.runEffects(on: bench.home) { [scheduler = bench.scheduler] in scheduler.makeSlot($0) }
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
        let listening = machine.onAction { received.append($0.action, $0.state) }
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
