// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Runs a scenario under every order in which its effects could continue, and fails with the shortest failing order.
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
/// Here the answer for "a" may arrive after the one for "ab", and `explore` tries that. Before each `send`, effects that are ready
/// may continue or not; afterwards each of them may continue first. Make the stores in the closure, so that runs share no state.
/// Exhaustivity is off there, because different orders send different actions.
///
/// A scenario fails by an assertion of its stores, by `#expect`, `#require` or `Issue.record`, by `reportIssue`, or by an error
/// that it throws. `explore` collects these failures and reports one, with the shortest failing order. An `XCTAssert` fails the
/// test itself, each time, without an order.
///
/// Runs that reach the same situation are merged, if states and actions are `Hashable`: twelve effects of one step each have 479
/// million orders, and 4,097 situations. Some pairs of merged runs continue separately, to detect a dependency with state of its
/// own; if there is one, no runs are merged.
///
/// Without merging, the number of orders grows fast: six effects of one step each have 720. Half of `limit` is tried
/// systematically. If there are more orders, the other half is sampled, from a constant seed. If the scenario passes without trying
/// all orders, a warning reports how many were tried.
///
/// - Parameters:
///   - limit: The largest number of orders to try.
///   - twinWalks: How many pairs of merged orders are walked on and compared.
///   - seed: The seed for sampled orders.
///   - order: A single order to try, as a failure printed it.
///   - fileID: The file of the call, for failures.
///   - filePath: The path of that file, for failures.
///   - line: The line of the call, for failures.
///   - column: The column of the call, for failures.
///   - scenario: The scenario to run.
/// - Returns: How many orders were tried, and the result.
@discardableResult
public nonisolated(nonsending) func explore(
    limit: Int = 2_000,
    twinWalks: Int = 20,
    seed: UInt64 = 0,
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
        failing = await explorer.tryAll(limit: max(limit / 2, 1), walks: twinWalks, &exploration)
        if failing == nil, !exploration.isComplete {
            failing = await explorer.trySome(limit: limit, seed: seed, &exploration)
        }
    }
    guard let failing else {
        if order == nil, !exploration.isComplete { explorer.reportIncomplete(exploration, limit: limit) }
        return exploration
    }
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
