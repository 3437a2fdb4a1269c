// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

#if canImport(Testing)
internal import Testing
#endif

/// Collects the issues of `#expect`, `#require` and `Issue.record` instead of failing the test.
///
/// Swift Testing has one public way to handle issues: the trait that a test could have. It is asked here for a
/// scope around one run of a scenario, as the test itself would ask it. Issues of tasks that inherit task-local
/// values, and so those of effects, are handled, too; issues of detached tasks, and `XCTAssert`, are not. What
/// `withKnownIssue` around the scope matches is known already, and is not collected.
package final class ExpectationCollector: Sendable {
    private let texts = Mutex<[String]>([])

    package init() {}

    /// The failures, each with its place.
    package var failures: [String] { texts.withLock { $0 } }

    /// Runs something, and collects its issues.
    ///
    /// - Parameter body: What is run, where the caller runs.
    package nonisolated(nonsending) func collect(
        _ body: nonisolated(nonsending) @escaping () async -> Void
    ) async {
        #if canImport(Testing)
        guard let test = Test.current else { return await body() }
        let trait: IssueHandlingTrait = .compactMapIssues { [self] issue in
            append(issue)
            return nil
        }
        let work = ScopedWork(body, isolation: #isolation)
        do {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { await work.run() }
        } catch {
            texts.withLock { $0.append("\(error)") }
        }
        #else
        await body()
        #endif
    }

    /// Whether an error is that of a `#require` whose failure was collected already.
    static func hasHeard(of error: any Error) -> Bool {
        #if canImport(Testing)
        error is ExpectationFailedError
        #else
        false
        #endif
    }

    #if canImport(Testing)
    private func append(_ issue: Issue) {
        // A warning fails nothing, in any order, and neither does what the scenario says is a known issue.
        guard issue.isFailure else { return }
        let place = issue.sourceLocation.map { ["\($0.fileID):\($0.line)"] } ?? []
        let text = (place + ["\(issue.kind)"] + issue.comments.map(\.rawValue)).joined(separator: ": ")
        texts.withLock { $0.append(text) }
    }
    #endif
}

/// Work that goes through a Sendable closure, and comes back to where it belongs.
///
/// Unchecked Sendable: it is run once, while the one who made it waits, and on the actor of that one.
private struct ScopedWork: @unchecked Sendable {
    private let body: nonisolated(nonsending) () async -> Void
    private let isolation: (any Actor)?

    init(_ body: nonisolated(nonsending) @escaping () async -> Void, isolation: (any Actor)?) {
        self.body = body
        self.isolation = isolation
    }

    func run() async { await run(on: isolation) }

    private func run(on actor: isolated (any Actor)?) async { await body() }
}
