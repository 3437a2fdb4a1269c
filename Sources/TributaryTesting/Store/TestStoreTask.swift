// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The effects that an action of a test started, with the effects that followed from them.
public struct TestStoreTask<State, Action> {
    let store: TestStore<State, Action>
    let task: StoreTask

    /// Whether all of the effects have ended.
    public var isFinished: Bool { task.isFinished }

    /// Runs effects until these have ended; it is a failure if they do not.
    ///
    /// Actions that arrive meanwhile are still to be received.
    ///
    /// - Parameters:
    ///   - outsideWork: The treatment of effects that wait for outside work; by default the property's value.
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

    /// Cancels the effects, and lets them react to that.
    public nonisolated(nonsending) func cancel() async {
        store.within { task.cancel() }
        await store.scheduler.settle(.sending)
    }
}
