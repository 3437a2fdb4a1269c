// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension TestModule {
    /// Tells the module something, and checks what it shows after the turn.
    ///
    /// Then effects go on until each of them waits, has ended, or has an action to send. Outputs of the turn are to be
    /// received next.
    ///
    /// - Parameters:
    ///   - input: What it is told.
    ///   - changes: Changes what was shown to what is expected. With exhaustivity off, it gets what is shown after
    ///     the turn instead.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    /// - Returns: The work that follows, to be waited for or cancelled.
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

    /// Lets effects go on until none can, and checks what the module shows then.
    ///
    /// For a change that comes with no output. Outputs that come meanwhile are still to be received.
    ///
    /// - Parameters:
    ///   - outsideWork: What to do when an effect waits for something outside; by default as the store says.
    ///   - changes: Changes what was shown to what is expected; without it, no change is expected.
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

    /// Checks what the module shows, without an input.
    ///
    /// - Parameters:
    ///   - changes: Sets what is expected, in a copy. What it does not set is not checked.
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
