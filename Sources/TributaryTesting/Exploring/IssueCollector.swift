// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting
internal import Synchronization

/// Collects failures instead of failing the test, so that other orders can be tried.
final class IssueCollector: IssueReporter {
    private let texts = Mutex<[String]>([])

    /// The failures, each with its place.
    var failures: [String] { texts.withLock { $0 } }

    func reportIssue(
        _ message: @autoclosure () -> String?,
        severity: IssueSeverity,
        fileID: StaticString,
        filePath: StaticString,
        line: UInt,
        column: UInt
    ) {
        guard severity == .error else { return }
        let text = "\(fileID):\(line): \(message() ?? "A failure without a text.")"
        texts.withLock { $0.append(text) }
    }
}
