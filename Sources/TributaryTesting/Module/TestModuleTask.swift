// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The effects that an input of a test started, with the effects that followed from them.
@MainActor
public struct TestModuleTask {
    let finished: () -> Bool
    let finishing: (OutsideWork?, CallSite) async -> Void
    let cancelling: () async -> Void

    init(
        isFinished: @escaping () -> Bool,
        finish: @escaping (OutsideWork?, CallSite) async -> Void,
        cancel: @escaping () async -> Void
    ) {
        finished = isFinished
        finishing = finish
        cancelling = cancel
    }

    /// Whether all of the effects have ended.
    public var isFinished: Bool { finished() }

    /// Runs effects until these have ended; it is a failure if they do not.
    ///
    /// - Parameters:
    ///   - outsideWork: The treatment of effects that wait for outside work; by default the property's value.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func finish(
        outsideWork: OutsideWork? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await finishing(
            outsideWork,
            CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Cancels the effects, and lets them react to that.
    public func cancel() async { await cancelling() }
}
