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

        var order: [Int] { trimmed(choices.map(\.taken)) }
    }

    nonisolated(nonsending) func run(_ order: [Int], generator: SeededGenerator? = nil) async -> Outcome {
        let run = ExplorationRun(order, generator: generator)
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
            hasStrayed: run.hasStrayed || run.choices.count < order.count
        )
    }

    /// Tries all orders one after the other, up to a limit.
    ///
    /// - Parameters:
    ///   - limit: How many orders to try.
    ///   - exploration: Counts the orders that were tried.
    /// - Returns: The first failing order, if one fails.
    nonisolated(nonsending) func tryAll(limit: Int, _ exploration: inout Exploration) async -> Outcome? {
        var order: [Int] = []
        while exploration.count < limit {
            let outcome = await run(order)
            exploration.count += 1
            if !outcome.failures.isEmpty || outcome.hasStrayed { return outcome }
            guard let next = successor(of: outcome.choices) else {
                exploration.isComplete = true
                return nil
            }
            order = next
        }
        return nil
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
            let outcome = await run([], generator: SeededGenerator(seed: seeds.next()))
            exploration.count += 1
            if !outcome.failures.isEmpty { return outcome }
        }
        return nil
    }

    /// The order after one that was run: the last choice with another possibility takes the next one.
    private func successor(of choices: [ExplorationRun.Choice]) -> [Int]? {
        guard let last = choices.lastIndex(where: { $0.taken + 1 < $0.count }) else { return nil }
        return choices[..<last].map(\.taken) + [choices[last].taken + 1]
    }
}

/// An order without the usual choices at its end, which would be made anyway.
func trimmed(_ order: [Int]) -> [Int] {
    Array(order[..<(order.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
}
