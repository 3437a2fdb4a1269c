// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryUndo

extension Store {
    /// Opens a store of the main actor in a journal: it has the state that it had when it was last open.
    ///
    /// See `Journal.open` for details.
    ///
    /// - Parameters:
    ///   - journal: The journal, which the store keeps.
    ///   - name: Of the store in the journal.
    ///   - version: Of the reducer; raise it when it does something else for the same actions.
    ///   - initialState: The state before the first action ever.
    ///   - history: The history. It gets the steps to undo and redo that the store had when it was last open with a history; later
    ///     steps are written together with their actions. For this, all entries are read that the journal has, also those before
    ///     the newest snapshot. Steps whose entries are no longer kept are not recovered.
    ///   - reducer: The reducer.
    ///   - mounts: Makes the reducers that are mounted on the store at times, by the names that they have there.
    ///   - configure: Sets dependencies for the store's reducers and effects.
    /// - Throws: A `JournalError` or an `ActionLogError`.
    public convenience init<R: Reducer<State, Action>>(
        journal: Journal,
        id name: String,
        version: Int = 1,
        initialState: State,
        undo history: UndoHistory? = nil,
        @ReducerBuilder<State, Action> reducer: () -> R,
        mounts: () -> [String: AnyReducer<State, Action>] = { [:] },
        dependencies configure: (inout Dependencies) -> Void = { _ in }
    ) async throws where State: Codable & Sendable, Action: Journaled & Sendable {
        let beginning = try await journal.begin(name, version, initialState, reducer, mounts, configure)
        var steps: RecoveredSteps<Action>?
        if history != nil { steps = try await journal.steps(of: name, upTo: beginning.last) }
        let machine = Machine(
            initialState: beginning.state,
            reducer: reducer,
            dependencies: .ofStore(configure)
        )
        let recorder = beginning.makeRecorder()
        machine.record(with: recorder)
        self.init(machine)
        guard let history, let steps else { return }
        history.recover(steps, through: way) { [weak recorder] in recorder?.step($0) }
    }
}
