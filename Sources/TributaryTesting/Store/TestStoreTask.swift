// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The work that an action of a test started, and the work that this work started in turn.
public struct TestStoreTask<State, Action> {
    let store: TestStore<State, Action>
    let task: StoreTask

    /// Whether all of the work has ended.
    public var isFinished: Bool { task.isFinished }

    /// Lets effects go on until the work has ended; a failure when it does not.
    ///
    /// Actions that arrive meanwhile are still to be received.
    ///
    /// - Parameters:
    ///   - outsideWork: What to do when an effect waits for something outside; by default as the store says.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public nonisolated(nonsending) func finish(
        outsideWork: OutsideWork? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await finish(
            outsideWork,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    nonisolated(nonsending) func finish(_ outsideWork: OutsideWork?, at site: CallSite) async {
        store.scheduler.site = site
        await store.settle(outsideWork, until: { task.isFinished })
        guard !task.isFinished else { return }
        site.fail("The work of the action has not ended." + store.tellRunning())
    }

    /// Cancels the effects, and lets them notice it.
    public nonisolated(nonsending) func cancel() async {
        store.within { task.cancel() }
        await store.scheduler.settle(.sending)
    }
}
