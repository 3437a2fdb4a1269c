// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Makes a scenario that fails smaller: fewer steps, and a tree with fewer pieces.
@MainActor
struct EngineShrinker {
    private(set) var scenario: EngineScenario
    private(set) var text: String
    private var attempts = 3_000

    init(_ scenario: EngineScenario, _ difference: EngineComparison.Difference) {
        self.scenario = scenario
        text = difference.text
        self.scenario.steps = Array(scenario.steps.prefix(difference.step + 1))
    }

    mutating func shrink() {
        var isSmaller = true
        while isSmaller, attempts > 0 {
            isSmaller = false
            for tree in scenario.tree.simpler {
                var candidate = scenario
                candidate.tree = tree
                if tries(candidate) {
                    isSmaller = true
                    break
                }
            }
            for index in scenario.steps.indices.reversed() where index < scenario.steps.count {
                var candidate = scenario
                candidate.steps.remove(at: index)
                if tries(candidate) { isSmaller = true }
            }
            for index in scenario.steps.indices {
                guard case .mount(let tree, let number) = scenario.steps[index] else { continue }
                for smaller in tree.simpler {
                    var candidate = scenario
                    candidate.steps[index] = .mount(smaller, number)
                    guard tries(candidate) else { continue }
                    isSmaller = true
                    break
                }
                if isSmaller { break }
            }
            for index in scenario.past.indices.reversed() {
                var candidate = scenario
                candidate.past.remove(at: index)
                if tries(candidate) { isSmaller = true }
            }
        }
    }

    /// Whether a scenario fails, too; then it takes the place of the one before.
    private mutating func tries(_ candidate: EngineScenario) -> Bool {
        attempts -= 1
        guard attempts > 0, let difference = EngineComparison.difference(candidate) else { return false }
        scenario = candidate
        scenario.steps = Array(candidate.steps.prefix(difference.step + 1))
        text = difference.text
        return true
    }

    /// The report of a failure: the scenario, as code for a test, and the difference.
    var report: String {
        let source = "\(scenario)\n\(text)".replacing("TributaryCoreTests.", with: "")
        return "seed \(scenario.seed), made smaller:\n\(source)"
    }
}

extension EngineTree {
    /// The trees with one piece less.
    var simpler: [EngineTree] {
        var simpler = parts
        if parts.isEmpty { return self == .own(0) ? [] : [.empty].filter { $0 != self } }
        for (index, part) in parts.enumerated() {
            for smaller in part.simpler {
                var parts = parts
                parts[index] = smaller
                simpler.append(with(parts))
            }
        }
        if case .combined(let parts) = self, parts.count > 1 {
            for index in parts.indices {
                var rest = parts
                rest.remove(at: index)
                simpler.append(.combined(rest))
            }
        }
        return simpler
    }
}
