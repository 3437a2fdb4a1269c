// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a failing sequence shorter, and its elements simpler, as long as it fails (delta debugging).
struct Shrinker<Element> {
    /// The part of a sequence that fails, from its beginning to the failure; `nil` if the sequence does not fail.
    let failure: nonisolated(nonsending) ([Element]) async -> [Element]?

    /// Simpler elements to try in place of one, the simplest first.
    let simpler: (Element) -> [Element]

    /// How many sequences were tried.
    private(set) var probeCount = 0

    init(
        failure: nonisolated(nonsending) @escaping ([Element]) async -> [Element]?,
        simpler: @escaping (Element) -> [Element]
    ) {
        self.failure = failure
        self.simpler = simpler
    }

    /// Looks for a sequence from which no element can be left out, and whose elements cannot be simpler.
    ///
    /// If at most 64 elements are left, no pair of them can be left out either.
    ///
    /// - Parameter elements: A sequence that fails, up to its failure.
    /// - Returns: The shortest sequence that was found.
    nonisolated(nonsending) mutating func shrink(_ elements: [Element]) async -> [Element] {
        var best = elements
        repeat {
            let count = best.count
            await leaveOutParts(&best)
            await leaveOutPairs(&best)
            // A simpler element may make others superfluous.
            guard await simplify(&best) || best.count < count else { return best }
        } while true
    }

    private nonisolated(nonsending) mutating func probe(_ elements: [Element]) async -> [Element]? {
        probeCount += 1
        return await failure(elements)
    }

    /// Leaves out parts, from the end, and ever smaller ones.
    private nonisolated(nonsending) mutating func leaveOutParts(_ best: inout [Element]) async {
        var size = max(best.count / 2, 1)
        while !best.isEmpty {
            var hasImproved = false
            var upper = best.count
            while upper > 0 {
                let lower = max(0, upper - size)
                if let shorter = await probe(Array(best[..<lower] + best[upper...])) {
                    best = shorter
                    hasImproved = true
                }
                upper = min(lower, best.count)
            }
            if size == 1, !hasImproved { return }
            size = max(size / 2, 1)
        }
    }

    /// Leaves out two elements that need each other, such as one that opens and one that closes.
    private nonisolated(nonsending) mutating func leaveOutPairs(_ best: inout [Element]) async {
        guard best.count <= 64 else { return }
        var first = 0
        while first < best.count {
            var second = first + 1
            while second < best.count {
                var candidate = best
                candidate.remove(at: second)
                candidate.remove(at: first)
                if let shorter = await probe(candidate) {
                    best = shorter
                    second = first + 1
                } else {
                    second += 1
                }
            }
            first += 1
        }
    }

    /// Replaces elements by simpler ones, each as often as possible.
    ///
    /// - Returns: Whether it replaced one.
    private nonisolated(nonsending) mutating func simplify(_ best: inout [Element]) async -> Bool {
        var hasImproved = false
        for index in best.indices {
            // Bounded, because elements themselves decide about it.
            for _ in 0..<1_000 {
                var hasChanged = false
                for element in simpler(best[index]) {
                    var candidate = best
                    candidate[index] = element
                    // At the same place: a shorter one may fail for another reason.
                    guard await probe(candidate)?.count == candidate.count else { continue }
                    best = candidate
                    (hasChanged, hasImproved) = (true, true)
                    break
                }
                guard hasChanged else { break }
            }
        }
        return hasImproved
    }
}
