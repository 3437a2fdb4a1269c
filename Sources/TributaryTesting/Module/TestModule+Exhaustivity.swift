// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

extension TestModule {
    /// Runs a part of the test with another exhaustivity.
    ///
    /// See `withExhaustivity` of a `TestStore`.
    ///
    /// - Parameters:
    ///   - exhaustivity: How much the part has to account for.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    ///   - operation: The part.
    /// - Returns: The closure's result.
    /// - Throws: Any error that the closure throws.
    public func withExhaustivity<Result, Failure: Error>(
        _ exhaustivity: Exhaustivity,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        operation: nonisolated(nonsending) () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await store.withExhaustivity(
            exhaustivity,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column,
            operation: operation
        )
    }
}
