// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension TestModule {
    /// Sends the module an input, and checks the shown state after the turn.
    ///
    /// Then effects run until each of them waits, has ended, or has an action to send. Receive the outputs of the
    /// turn next.
    ///
    /// - Parameters:
    ///   - input: The input.
    ///   - changes: Changes the state shown before to the expected one. With exhaustivity off, it gets the state after the turn.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The effects that follow, to be awaited or cancelled.
    @discardableResult
    public func send(
        _ input: Input,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async -> TestModuleTask {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        let task = await store.send(.input(input), assert: changes, at: site)
        return TestModuleTask(
            isFinished: { task.isFinished },
            finish: { await task.finish($0, at: $1) },
            cancel: { await task.cancel() }
        )
    }

    /// Runs effects until none can continue, and then checks the shown state.
    ///
    /// Use it for a change that comes without an output. Outputs that come meanwhile must still be received.
    ///
    /// - Parameters:
    ///   - outsideWork: The treatment of effects that wait for outside work; by default the property's value.
    ///   - changes: Changes the shown state to the expected one; without it, no change is expected.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func settle(
        outsideWork: OutsideWork? = nil,
        assert changes: ((inout State) throws -> Void)? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        store.scheduler.site = site
        store.within { store.subject.openInbox() }
        await store.settle(outsideWork, until: { false })
        let before = store.accountedState
        let actual = store.subject.state
        store.accountedState = actual
        store.check(changes, from: before, to: actual, after: { "effects went on" }, at: site)
    }

    /// Checks the shown state, without an input.
    ///
    /// - Parameters:
    ///   - changes: Sets expected values in a copy. Values that it does not set are not checked.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func assert(
        _ changes: (inout State) throws -> Void,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        store.assert(changes, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}
