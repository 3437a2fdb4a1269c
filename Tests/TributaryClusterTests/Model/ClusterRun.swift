// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

@testable import TributaryCluster

/// A run of the model that failed, made smaller.
struct ClusterRun: CustomStringConvertible {
    /// The parts of a run, in order.
    enum Part {
        case steps, availability, settling
    }

    var steps: [UInt64]
    var failure: String
    var fault: PlantedFault?

    /// The part that failed.
    var part = Part.settling

    /// Runs from a seed.
    ///
    /// - Returns: The run made smaller, if something did not hold; `nil` if everything did.
    static func run(seed: UInt64, steps count: Int, fault: PlantedFault? = nil) -> ClusterRun? {
        var choice = ClusterModel.Choice(state: seed)
        let steps = (0..<count).map { _ in choice.next() }
        guard let (failure, part) = failure(of: steps, fault, within: .settling) else { return nil }
        return ClusterRun(steps: steps, failure: failure, fault: fault, part: part).smaller()
    }

    static func failure(of steps: [UInt64], _ fault: PlantedFault?) -> String? {
        failure(of: steps, fault, within: .settling)?.text
    }

    /// The failure, if it comes in a part or before it.
    private static func failure(of steps: [UInt64], _ fault: PlantedFault?, within last: Part)
        -> (text: String, part: Part)?
    {
        var model = ClusterModel(fault: fault)
        for step in steps {
            _ = model.step(step)
            if let failure = model.failure { return (failure, .steps) }
        }
        guard last != .steps else { return nil }
        // Each run ends in one of two ways, which depends on its state.
        var lame = model
        lame.expectAvailability(steps.last ?? 0)
        if let failure = lame.failure { return (failure, .availability) }
        guard last != .availability else { return nil }
        model.settle()
        return model.failure.map { ($0, .settling) }
    }

    /// The same without the steps that are not needed, in ever smaller parts.
    private func smaller() -> ClusterRun {
        var result = self
        var size = max(result.steps.count / 2, 1)
        while true {
            var start = 0
            var isSmaller = false
            while start < result.steps.count {
                var steps = result.steps
                steps.removeSubrange(start..<min(start + size, steps.count))
                // A failure of an earlier part takes less time to find, too.
                if let (failure, part) = Self.failure(of: steps, fault, within: result.part) {
                    (result.steps, result.failure, result.part, isSmaller) = (steps, failure, part, true)
                } else {
                    start += size
                }
            }
            guard size > 1 || isSmaller else { return result }
            size = max(size / 2, 1)
        }
    }

    /// The events, and how to repeat the run.
    var description: String {
        var model = ClusterModel(fault: fault)
        model.describesSteps = true
        var lines = ["\(failure), after"]
        for step in steps {
            lines.append("  " + model.step(step))
            if model.failure != nil { break }
        }
        let numbers = steps.map { "0x" + String($0, radix: 16) }.joined(separator: ", ")
        return lines.joined(separator: "\n")
            + "\nAgain: ClusterRun.failure(of: [\(numbers)], \(fault.map { ".\($0)" } ?? "nil"))"
    }
}
