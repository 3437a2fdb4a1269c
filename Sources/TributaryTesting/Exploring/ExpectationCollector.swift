// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Testing)
internal import Testing
#endif

/// Collects the issues of `#expect`, `#require` and `Issue.record` instead of failing the test.
///
/// `XCTAssert` fails its test nevertheless. Issues that a `withKnownIssue` around the scenario matches are known, and
/// are not collected.
package final class ExpectationCollector: Sendable {
    private let texts = Mutex<[String]>([])

    package init() {}

    /// The failures, each with its place.
    package var failures: [String] { texts.withLock { $0 } }

    /// Runs something, and collects its issues.
    ///
    /// - Parameter body: Runs on the caller's actor.
    package nonisolated(nonsending) func collect(
        _ body: nonisolated(nonsending) @escaping () async -> Void
    ) async {
        #if canImport(Testing)
        await handlingIssues(body) { [self] issue in
            append(issue)
            return nil
        }
        #else
        await body()
        #endif
    }

    /// Whether an error comes from a `#require` whose failure was collected already.
    static func hasHeard(of error: any Error) -> Bool {
        #if canImport(Testing)
        error is ExpectationFailedError
        #else
        false
        #endif
    }

    #if canImport(Testing)
    private func append(_ issue: Issue) {
        // A warning fails nothing, in any order, and neither does an issue that the scenario declares as known.
        guard issue.isFailure else { return }
        let place = issue.sourceLocation.map { ["\($0.fileID):\($0.line)"] } ?? []
        let text = (place + ["\(issue.kind)"] + issue.comments.map(\.rawValue)).joined(separator: ": ")
        texts.withLock { $0.append(text) }
    }
    #endif
}
