// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a failing sequence shorter and simpler as long as it fails (delta debugging).
struct Shrinker<Element> {
    /// How many elements it takes until a sequence fails; `nil` if it does not fail.
    let failure: ([Element]) -> Int?

    /// Simpler elements in place of one, the simplest first.
    let simpler: (Element) -> [Element]

    /// How many sequences were tried.
    private(set) var probeCount = 0

    init(failure: @escaping ([Element]) -> Int?, simpler: @escaping (Element) -> [Element] = { _ in [] }) {
        self.failure = failure
        self.simpler = simpler
    }

    /// Returns a sequence from which no element and no pair can be left out, and whose elements cannot be simpler.
    ///
    /// - Parameter elements: A sequence that fails; one that does not is returned as it is.
    /// - Returns: The shortest sequence that was found.
    mutating func shrink(_ elements: [Element]) -> [Element] {
        var best = leavingOut(elements)
        while true {
            simplify(&best)
            let shorter = leavingOut(best)
            guard shorter.count < best.count else { return shorter }
            best = shorter
        }
    }

    private mutating func probe(_ elements: [Element]) -> [Element]? {
        probeCount += 1
        return failure(elements).map { Array(elements[..<$0]) }
    }

    /// Leaves out parts, from the end, and ever smaller ones; then pairs.
    private mutating func leavingOut(_ elements: [Element]) -> [Element] {
        guard var best = probe(elements) else { return elements }
        var size = max(best.count / 2, 1)
        while true {
            var hasImproved = false
            var upper = best.count
            while upper > 0 {
                let lower = max(0, upper - size)
                if let shorter = probe(Array(best[..<lower] + best[upper...])) {
                    best = shorter
                    hasImproved = true
                }
                upper = min(lower, best.count)
            }
            if size == 1, !hasImproved { break }
            size = max(size / 2, 1)
        }
        return leavingOutPairs(best)
    }

    /// Leaves out two elements that need each other, such as one that opens and one that closes.
    private mutating func leavingOutPairs(_ elements: [Element]) -> [Element] {
        var best = elements
        var first = 0
        while first < best.count {
            var second = first + 1
            while second < best.count {
                var candidate = best
                candidate.remove(at: second)
                candidate.remove(at: first)
                if let shorter = probe(candidate) {
                    best = shorter
                    second = first + 1
                } else {
                    second += 1
                }
            }
            first += 1
        }
        return best
    }

    /// Replaces elements by simpler ones, each as often as that is possible.
    private mutating func simplify(_ elements: inout [Element]) {
        for index in elements.indices {
            var isDone = false
            while !isDone, index < elements.count {
                isDone = true
                for element in simpler(elements[index]) {
                    var candidate = elements
                    candidate[index] = element
                    // At the same place: a shorter one may fail for another reason.
                    guard let found = probe(candidate), found.count == candidate.count else { continue }
                    elements = candidate
                    isDone = false
                    break
                }
            }
        }
    }
}
