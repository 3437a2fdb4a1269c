// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension TestModule {
    /// Runs effects until all have ended, and checks that no output is left to account for.
    ///
    /// Releasing the module checks the same, but waits for nothing.
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
        await store.finish(
            outsideWork,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Skips the outputs that have arrived, and those that effects still send now.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure if there are none.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func skipReceivedOutputs(
        strict: Bool = true,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await store.skipReceived(
            strict: strict,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Cancels the running effects.
    ///
    /// Their later actions do not arrive.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure if there are none.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func skipInFlightEffects(
        strict: Bool = true,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        await store.skipInFlight(
            strict: strict,
            at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }
}
