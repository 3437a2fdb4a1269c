// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
package import Testing

/// Runs a closure, and handles its issues before the running test records them.
///
/// Swift Testing has one public way to handle issues: a trait of a test. Here the trait provides a scope around a
/// part of a test, as it would around the whole test. Issues of tasks that inherit task-local values, and so those of
/// effects, are handled, too; issues of detached tasks are not. Without a running test, no issues are handled.
///
/// - Parameters:
///   - body: Runs on the caller's actor.
///   - handle: Gets each issue, on the thread where it arises, and returns the issue for the test to record.
package nonisolated(nonsending) func handlingIssues(
    _ body: nonisolated(nonsending) @escaping () async -> Void,
    _ handle: @escaping @Sendable (Issue) -> Issue?
) async {
    guard let test = Test.current else { return await body() }
    let trait: IssueHandlingTrait = .compactMapIssues(handle)
    let work = ScopedWork(body, isolation: #isolation)
    do {
        try await trait.provideScope(for: test, testCase: Test.Case.current) { await work.run() }
    } catch {
        Issue.record(error)
    }
}

/// Work that passes through a Sendable closure, and returns to the caller's actor.
///
/// Unchecked Sendable: it is run once, on the caller's actor, while the caller waits.
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
#endif
