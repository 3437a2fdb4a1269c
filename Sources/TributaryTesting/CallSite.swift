// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting
internal import TributaryCore

/// The line where a test called the library; failures are reported there.
struct CallSite: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    /// Fails the test here.
    func fail(_ text: String) {
        reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Shows a warning here, which fails nothing.
    func note(_ text: String) {
        reportIssue(
            text,
            severity: .warning,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }
}

extension CallSite: CustomStringConvertible {
    /// The place as compilers print it.
    var description: String { "\(fileID):\(line)" }
}
