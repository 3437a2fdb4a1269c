// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

public import TributaryCore
public import TributaryUndo

extension TestStore {
    /// Sends a group of actions that can be undone by another group, and checks the state after them.
    ///
    /// ```swift
    /// await store.send(contentsOf: [.remove(1)], undo: history, inverse: [.insert(book)]) { $0.books = [] }
    /// await store.undo(history) { $0.books = [book] }
    /// ```
    ///
    /// - Parameters:
    ///   - group: The actions, one at least.
    ///   - history: The history in which they become a step.
    ///   - inverse: The actions that undo them, in the order in which to send them.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the actions.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func send(
        contentsOf group: ActionGroup<Action>,
        undo history: UndoHistory,
        inverse: ActionGroup<Action>,
        title: String? = nil,
        redoTitle: String? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let name = group.map { "`\(shortText($0))`" }.joined(separator: ", ")
        return await perform(name, "\(name) was sent", count: group.count, assert: changes, at: site) {
            guard let machine = subject.machine else {
                site.fail(
                    "A store on an actor of its own has no undo history. Test its reducer with a `TestStore`."
                )
                return StoreTask()
            }
            let titles = (title, redoTitle)
            return history.perform(UndoStep(group, inverse: inverse, titles: titles, through: machine.way))
        }
    }

    /// Sends an action that can be undone by another one, and checks the state after it.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: The history in which it becomes a step.
    ///   - inverse: The action that undoes it.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the action.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func send(
        _ action: Action,
        undo history: UndoHistory,
        inverse: Action,
        title: String? = nil,
        redoTitle: String? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        await send(
            contentsOf: [action],
            undo: history,
            inverse: [inverse],
            title: title,
            redoTitle: redoTitle,
            assert: changes,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Undoes the last step of a history, and checks the state after it.
    ///
    /// It fails if there is no step to undo, or if it is one of another store.
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the step.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func undo(
        _ history: UndoHistory,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return await perform(history, .undo, "the undo", assert: changes, at: site) { history.undo() }
    }

    /// Redoes the step of a history that was undone last, and checks the state after it.
    ///
    /// It fails if there is no step to redo, or if it is one of another store.
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the step.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func redo(
        _ history: UndoHistory,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        return await perform(history, .redo, "the redo", assert: changes, at: site) { history.redo() }
    }

    private nonisolated(nonsending) func perform(
        _ history: UndoHistory,
        _ direction: StepDirection,
        _ name: String,
        assert changes: ((inout State) throws -> Void)?,
        at site: CallSite,
        _ send: () -> StoreTask
    ) async -> TestStoreTask<State, Action> {
        guard let step = history.next(direction), step.isFor(subject.hosted) else {
            site.fail("The history has no step of this store for \(name).")
            return TestStoreTask(store: self, task: StoreTask())
        }
        let count = step.count(of: direction)
        // An undo may come after another change of the same property.
        return await perform(
            name,
            name,
            count: count,
            checksOldValues: false,
            assert: changes,
            at: site,
            send
        )
    }
}

extension TestStore where Action: Undoable {
    /// Sends an action with an inverse, so that it can be undone, and checks the state after it.
    ///
    /// ```swift
    /// let history = UndoHistory()
    /// await store.send(.insert("tea", at: 0), undo: history) { $0.words = ["tea"] }
    /// await store.undo(history) { $0.words = [] }
    /// await store.redo(history) { $0.words = ["tea"] }
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - history: The history in which it becomes a step.
    ///   - title: The title of the step, for undo and for redo.
    ///   - redoTitle: Its title for redo, if that differs.
    ///   - changes: Changes the previous state to the expected one. With exhaustivity off, it gets the state after
    ///     the action.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public nonisolated(nonsending) func send(
        _ action: Action,
        undo history: UndoHistory,
        title: String? = nil,
        redoTitle: String? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        await send(
            action,
            undo: history,
            inverse: action.inverted(),
            title: title,
            redoTitle: redoTitle,
            assert: changes,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }
}
