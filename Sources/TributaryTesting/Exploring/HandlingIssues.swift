// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
package import Testing

/// Runs something, and hands its issues over before the running test hears of them.
///
/// Swift Testing has one public way to handle issues: the trait that a test could have. It is asked here for a
/// scope around a part of a test, as the test itself would ask it. Issues of tasks that inherit task-local
/// values, and so those of effects, are handled, too; issues of detached tasks are not. Without a running test,
/// none are.
///
/// - Parameters:
///   - body: What is run, where the caller runs.
///   - handle: Gets each issue, on the thread where it arises, and returns what the test hears of it.
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
#endif
