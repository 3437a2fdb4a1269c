// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
internal import TributaryCore

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
        scheduler.site = site
        within { subject.openInbox() }
        ExplorationRun.current?.race(scheduler)
        // What effects have sent is skipped, and need not be asked for first.
        if !exhaustivity.isOn, ExplorationRun.current == nil { await scheduler.settle(.arriving) }
        received.forgetPassedOver()
        if !received.isEmpty { reportUnaccounted("before `\(shortText(action))` was sent", at: site) }
        checkHiddenChanges(before: action, at: site)
        let before = subject.state
        let (sent, task) = received.sending { within { subject.send(action) } }
        if let sent {
            accountedState = sent.state
            check(changes, from: before, to: sent.state, after: { "`\(shortText(action))`" }, at: site)
        } else if changes != nil {
            site.fail(
                """
                The state was expected to change after `\(shortText(action))`, but no reducer saw it: a middleware \
                swallowed it, or the store is closed.
                """
            )
        }
        if ExplorationRun.current == nil { await scheduler.settle(.sending) }
        return TestStoreTask(store: self, task: task)
    }

    /// Fails for a change that came without an action to receive.
    private func checkHiddenChanges(before action: Action, at site: CallSite) {
        guard subject.hidesChanges, exhaustivity.isOn else { return }
        reportHiddenChanges("before `\(shortText(action))` was sent", at: site)
    }
}
