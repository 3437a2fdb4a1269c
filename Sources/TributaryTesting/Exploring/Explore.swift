// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Runs a scenario under every order in which its effects could go on, and fails with the shortest that
/// fails.
///
/// ```swift
/// await explore {
///     let store = TestStore(initialState: Search.State()) { Search() }
///     await store.send(.queryChanged("a"))
///     await store.send(.queryChanged("ab"))
///     await store.finish()
///     store.assert { $0.results = ["about"] }
/// }
/// ```
/// Here the answer for "a" may arrive after the one for "ab": `explore` tries it. Before each `send`, effects
/// that are ready may go on or not; afterwards each may go on first. The scenario makes its stores inside,
/// with nothing left over from the run before; there, exhaustivity is off, as different orders send different
/// actions.
///
/// It fails by what its stores assert, by `#expect`, `#require` or `Issue.record`, by `reportIssue`, or by an error
/// that it throws: not at once, but as a part of the one failure that shows the shortest order. An `XCTAssert` fails
/// the test itself, each time, without an order.
///
/// The number of orders grows fast: six effects of one step each have 720. When there are more than half of
/// `limit`, the rest of it is drawn by lot, from a seed that the failure prints.
///
/// - Parameters:
///   - limit: How many orders are tried at most.
///   - seed: The seed for orders that are drawn by lot; by default another each time.
///   - order: A single order to be tried, as a failure printed it.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
///   - scenario: What is run.
/// - Returns: How many orders were tried, and what they have shown.
@discardableResult
public nonisolated(nonsending) func explore(
    limit: Int = 2_000,
    seed: UInt64? = nil,
    replaying order: [Int]? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ scenario: nonisolated(nonsending) @escaping () async throws -> Void
) async -> Exploration {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let explorer = Explorer(scenario: scenario, site: site)
    var exploration = Exploration()
    var failing: Explorer.Outcome?
    if let order {
        let outcome = await explorer.run(order)
        exploration.count = 1
        failing = outcome.failures.isEmpty && !outcome.hasStrayed ? nil : outcome
    } else {
        failing = await explorer.tryAll(limit: max(limit / 2, 1), &exploration)
        if failing == nil, !exploration.isComplete {
            let seed = seed ?? UInt64.random(in: .min ... .max)
            failing = await explorer.trySome(limit: limit, seed: seed, &exploration)
        }
    }
    guard let failing else { return exploration }
    guard !failing.hasStrayed else {
        explorer.reportStrayed()
        return exploration
    }
    let shortest = order == nil ? await explorer.shrink(failing) : failing
    exploration.failingOrder = shortest.order
    exploration.failures = shortest.failures
    explorer.report(shortest, exploration)
    return exploration
}
