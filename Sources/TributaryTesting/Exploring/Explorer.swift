// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import IssueReporting

/// Runs a scenario under many orders, and looks for the shortest failing one.
struct Explorer {
    let scenario: nonisolated(nonsending) () async throws -> Void
    let site: CallSite

    /// The outcome of one run of a scenario.
    struct Outcome {
        let choices: [ExplorationRun.Choice]
        let failures: [String]
        let hasStrayed: Bool

        /// Whether the scenario received actions.
        let receives: Bool

        var order: [Int] { trimmed(choices.map(\.taken)) }
    }

    nonisolated(nonsending) func run(
        _ order: [Int],
        then rest: ExplorationRun.Rest = .first,
        situations: SituationTable? = nil
    ) async -> Outcome {
        let run = ExplorationRun(order, then: rest, situations: situations)
        let collector = IssueCollector()
        let expectations = ExpectationCollector()
        await expectations.collect {
            await ExplorationRun.$current.withValue(run) {
                await withIssueReporters([collector]) {
                    do {
                        try await scenario()
                    } catch {
                        guard !ExpectationCollector.hasHeard(of: error) else { return }
                        site.fail("The scenario threw: \(error)")
                    }
                }
            }
        }
        return Outcome(
            choices: run.choices,
            failures: collector.failures + expectations.failures,
            hasStrayed: run.hasStrayed || run.choices.count < order.count,
            receives: run.progress.receives
        )
    }

    /// Tries all orders one after the other, up to a limit; orders that lead to a known situation are merged.
    ///
    /// - Parameters:
    ///   - limit: How many orders to try.
    ///   - walks: How many pairs of merged orders are walked on, to find something that remembers.
    ///   - exploration: Counts the orders that were tried.
    /// - Returns: The first failing order, if one fails.
    nonisolated(nonsending) func tryAll(
        limit: Int,
        walks: Int,
        _ exploration: inout Exploration
    ) async -> Outcome? {
        var situations: SituationTable? = SituationTable()
        var orders: [[Int]] = [[]]
        var twins: [(first: [Int], second: [Int])] = []
        while let order = orders.popLast() {
            guard exploration.count < limit else { return nil }
            let outcome = await run(order, situations: situations)
            exploration.count += 1
            if !outcome.failures.isEmpty || outcome.hasStrayed { return outcome }
            if outcome.receives, let table = situations, !table.receives {
                // From the beginning: the actions that arrive belong to the situations.
                situations = SituationTable(receives: true)
                (orders, twins) = ([[]], [])
                continue
            }
            if outcome.choices.contains(where: { $0.situation == nil }) { situations = nil }
            let taken = outcome.choices.map(\.taken)
            for (index, choice) in outcome.choices.enumerated().dropFirst(order.count) {
                guard choice.isNew else {
                    if twins.count < walks,
                        let first = choice.situation.flatMap({ situations?.order(of: $0) })
                    {
                        twins.append((first, Array(taken[..<index])))
                    }
                    break
                }
                orders += (1..<max(choice.count, 1)).reversed().map { Array(taken[..<index]) + [$0] }
            }
        }
        if let situations, await areDifferent(twins, situations.receives) {
            reportRemembering()
            exploration.count = 0
            return await tryAllUnmerged(limit: limit, &exploration)
        }
        exploration.isComplete = true
        exploration.situationCount = situations?.count
        return nil
    }

    /// Tries all orders without merging.
    private nonisolated(nonsending) func tryAllUnmerged(
        limit: Int,
        _ exploration: inout Exploration
    ) async -> Outcome? {
        var orders: [[Int]] = [[]]
        while let order = orders.popLast() {
            guard exploration.count < limit else { return nil }
            let outcome = await run(order)
            exploration.count += 1
            if !outcome.failures.isEmpty || outcome.hasStrayed { return outcome }
            let taken = outcome.choices.map(\.taken)
            for (index, choice) in outcome.choices.enumerated().dropFirst(order.count) {
                orders += (1..<max(choice.count, 1)).reversed().map { Array(taken[..<index]) + [$0] }
            }
        }
        exploration.isComplete = true
        return nil
    }

    /// Whether orders that lead to the same situation continue differently.
    ///
    /// Both of a pair make the same choices from there, and have to come to the same situations.
    private nonisolated(nonsending) func areDifferent(
        _ twins: [(first: [Int], second: [Int])],
        _ receives: Bool
    ) async -> Bool {
        for (number, twin) in twins.enumerated() {
            let rest = ExplorationRun.Rest.walk(SeededGenerator(seed: UInt64(number)))
            // Separate tables, because each run reads only the identities.
            let first = await run(twin.first, then: rest, situations: SituationTable(receives: receives))
            let second = await run(twin.second, then: rest, situations: SituationTable(receives: receives))
            let (left, right) = (
                first.choices.dropFirst(twin.first.count), second.choices.dropFirst(twin.second.count)
            )
            guard left.count == right.count, first.failures.isEmpty == second.failures.isEmpty,
                zip(left, right).allSatisfy({ $0.situation == $1.situation })
            else { return true }
        }
        return false
    }

    /// Tries sampled orders.
    ///
    /// - Parameters:
    ///   - limit: How many orders to try in total.
    ///   - seed: The seed of the sample.
    ///   - exploration: Counts the orders that were tried.
    /// - Returns: The first failing order, if one fails.
    nonisolated(nonsending) func trySome(
        limit: Int,
        seed: UInt64,
        _ exploration: inout Exploration
    ) async -> Outcome? {
        var seeds = SeededGenerator(seed: seed)
        exploration.seed = seed
        while exploration.count < limit {
            let outcome = await run([], then: .random(SeededGenerator(seed: seeds.next())))
            exploration.count += 1
            if !outcome.failures.isEmpty { return outcome }
        }
        return nil
    }
}

/// An order without the usual choices at its end, which would be made anyway.
func trimmed(_ order: [Int]) -> [Int] {
    Array(order[..<(order.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
}
