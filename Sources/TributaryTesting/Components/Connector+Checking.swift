// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump
public import TributaryComponents

extension Connector where Props: Equatable {
    /// Checks which props the connector makes from a state.
    ///
    /// - Parameters:
    ///   - expected: The props.
    ///   - state: The state.
    ///   - fileID: The file of the call, for failures.
    ///   - filePath: The path of that file, for failures.
    ///   - line: The line of the call, for failures.
    ///   - column: The column of the call, for failures.
    public func expect(
        _ expected: Props,
        for state: State,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let actual = props(for: state)
        guard actual != expected else { return }
        let difference =
            diff(expected, actual, format: .proportional)
            ?? "− \(expected)\n+ \(actual)"
        CallSite(fileID: fileID, filePath: filePath, line: line, column: column).fail(
            """
            The connector makes other props than expected of:

            \(String(customDumping: state).indented(by: 4))

            \(difference.indented(by: 4))

            (Expected: −, Actual: +)
            """
        )
    }
}
