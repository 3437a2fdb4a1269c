// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension TestModule {
    /// Lets effects go on until all have ended, and checks that no output is left to account for.
    ///
    /// A module that is released checks the same, but waits for nothing.
    ///
    /// - Parameters:
    ///   - outsideWork: What to do when an effect waits for something outside; by default as the store says.
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

    /// Passes over the outputs that were received, and those that effects still lead to now.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure when there are none.
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

    /// Cancels the effects that run; what they would still send does not arrive.
    ///
    /// - Parameters:
    ///   - strict: Whether it is a failure when there are none.
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
