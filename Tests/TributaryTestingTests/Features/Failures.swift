// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import TributaryTesting

/// A failure that a test expected.
struct Failure: Sendable {
    let text: String
    let line: Int
    let isWarning: Bool

    init(_ issue: Issue) {
        text = issue.comments.map(\.rawValue).joined(separator: "\n")
            // The differences are aligned with spaces as wide as a figure.
            .replacing("\u{2007}", with: " ")
        line = issue.sourceLocation?.line ?? 0
        isWarning = issue.severity == .warning
    }
}

/// Runs something that has to fail the test, and returns the failures in place of failing it.
nonisolated(nonsending) func failures(
    _ body: nonisolated(nonsending) @escaping () async -> Void
) async -> [Failure] {
    let failures = Mutex<[Failure]>([])
    await handlingIssues(body) { issue in
        failures.withLock { $0.append(Failure(issue)) }
        return nil
    }
    return failures.withLock { $0 }
}
