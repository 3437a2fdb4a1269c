// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How often a scenario is run to make a failing order shorter.
private let shrinkingLimit = 1_000

extension Explorer {
    /// Looks for the shortest failing order: the one with the fewest choices that are not the usual one.
    ///
    /// - Parameter failing: A failing order.
    /// - Returns: The shortest failing order.
    nonisolated(nonsending) func shrink(_ failing: Outcome) async -> Outcome {
        var best = failing
        var remaining = shrinkingLimit
        var hasImproved = true
        while hasImproved, remaining > 0 {
            hasImproved = false
            for order in candidates(best.order) where remaining > 0 {
                remaining -= 1
                let outcome = await run(order)
                guard !outcome.failures.isEmpty, isShorter(outcome.order, best.order) else { continue }
                best = outcome
                hasImproved = true
                break
            }
        }
        return best
    }

    /// Orders that are a little shorter than a given one, the shortest first.
    private func candidates(_ order: [Int]) -> [[Int]] {
        var candidates = order.indices.map { Array(order[..<$0]) }
        for index in order.indices {
            var without = order
            without.remove(at: index)
            candidates.append(without)
        }
        for index in order.indices where order[index] > 0 {
            for choice in Set([0, order[index] / 2, order[index] - 1]).sorted() {
                var smaller = order
                smaller[index] = choice
                candidates.append(smaller)
            }
        }
        return candidates.map(trimmed)
    }

    private func isShorter(_ order: [Int], _ other: [Int]) -> Bool {
        if order.count != other.count { return order.count < other.count }
        let changes = order.count { $0 != 0 }
        let otherChanges = other.count { $0 != 0 }
        if changes != otherChanges { return changes < otherChanges }
        return order.lexicographicallyPrecedes(other)
    }
}
