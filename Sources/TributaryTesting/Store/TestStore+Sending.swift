// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore
internal import TributaryForms

extension TestStore {
    /// Sends an action, and checks the state after its reducers.
    ///
    /// Then effects run until each of them waits, has ended, or has an action to send. Without a closure, the test
    /// expects the state not to change.
    ///
    /// - Parameters:
    ///   - action: The action.
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
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestStoreTask<State, Action> {
        await send(
            action,
            assert: changes,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Sends an action, and checks the state after it.
    nonisolated(nonsending) func send(
        _ action: Action,
        assert changes: ((inout State) throws -> Void)?,
        at site: CallSite
    ) async -> TestStoreTask<State, Action> {
        await perform(
            "`\(shortText(action))`",
            "`\(shortText(action))` was sent",
            assert: changes,
            at: site
        ) { subject.send(action) }
    }

    /// Sends actions as one turn, and checks the state after them.
    ///
    /// - Parameters:
    ///   - name: The actions, for failures.
    ///   - event: That they were sent, for failures.
    ///   - count: How many they are.
    ///   - checksOldValues: Whether changes of forms have to be from the values that the state has.
    ///   - changes: Changes the previous state to the expected one.
    ///   - site: Where to fail.
    ///   - send: Sends them.
    /// - Returns: The effects that follow.
    nonisolated(nonsending) func perform(
        _ name: @autoclosure () -> String,
        _ event: @autoclosure () -> String,
        count: Int = 1,
        checksOldValues: Bool = true,
        assert changes: ((inout State) throws -> Void)?,
        at site: CallSite,
        _ send: () -> StoreTask
    ) async -> TestStoreTask<State, Action> {
        scheduler.site = site
        within { subject.openInbox() }
        ExplorationRun.current?.race(scheduler)
        // Actions of effects are skipped, so the test need not receive them first.
        if !exhaustivity.isOn, ExplorationRun.current == nil { await scheduler.settle(.arriving) }
        received.forgetPassedOver()
        if !received.isEmpty { reportUnaccounted("before \(event())", at: site) }
        if subject.hidesChanges, exhaustivity.isOn { reportHiddenChanges("before \(event())", at: site) }
        let before = subject.state
        let old = checksOldValues ? StateChangeCheck { site.fail($0) } : nil
        let (sent, task) = received.sending(count) {
            within { StateChangeCheck.$current.withValue(old, operation: send) }
        }
        if let sent {
            accountedState = sent.state
            check(changes, from: before, to: sent.state, after: name, at: site)
        } else if changes != nil {
            site.fail(
                """
                The state was expected to change after \(name()), but no reducer saw it: a middleware \
                swallowed it, or the store is closed.
                """
            )
        }
        if ExplorationRun.current == nil { await scheduler.settle(.sending) }
        return TestStoreTask(store: self, task: task)
    }
}
