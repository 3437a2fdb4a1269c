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
    /// - Parameters:
    ///   - seed: The seed of the steps.
    ///   - count: The number of steps.
    ///   - fault: A fault to plant.
    ///   - size: The least number of steps that are left out together when the run is made smaller.
    /// - Returns: The run made smaller, if something did not hold; `nil` if everything did.
    static func run(seed: UInt64, steps count: Int, fault: PlantedFault? = nil, omitting size: Int = 1)
        -> ClusterRun?
    {
        var choice = ClusterModel.Choice(state: seed)
        let steps = (0..<count).map { _ in choice.next() }
        guard let (failure, part) = end(of: steps, fault) else { return nil }
        return ClusterRun(steps: steps, failure: failure, fault: fault, part: part).smaller(omitting: size)
    }

    static func failure(of steps: [UInt64], _ fault: PlantedFault?) -> String? {
        end(of: steps, fault)?.text
    }

    /// The failure, if it comes in one of the parts, or in the steps.
    private static func end(
        of steps: [UInt64],
        _ fault: PlantedFault?,
        in parts: Set<Part> = [.availability, .settling]
    ) -> (text: String, part: Part)? {
        var model = ClusterModel(fault: fault)
        for step in steps {
            _ = model.step(step)
            if let failure = model.failure { return (failure, .steps) }
        }
        // Each run ends in one of two ways, which depends on its state.
        if parts.contains(.availability) {
            var lame = model
            lame.expectAvailability(steps.last ?? 0)
            if let failure = lame.failure { return (failure, .availability) }
        }
        guard parts.contains(.settling) else { return nil }
        model.settle()
        return model.failure.map { ($0, .settling) }
    }

    /// The same without the steps that are not needed, in ever smaller parts.
    private func smaller(omitting least: Int) -> ClusterRun {
        var result = self
        var size = max(result.steps.count / 2, 1)
        while true {
            var start = 0
            var isSmaller = false
            while start < result.steps.count {
                var steps = result.steps
                steps.removeSubrange(start..<min(start + size, steps.count))
                // Of the two ends, the one that failed: to try the other takes as long again.
                if let (failure, part) = Self.end(of: steps, fault, in: [result.part]) {
                    (result.steps, result.failure, result.part, isSmaller) = (steps, failure, part, true)
                } else {
                    start += size
                }
            }
            guard size > least || isSmaller else { break }
            size = max(size / 2, least)
        }
        // The other end comes first.
        if let end = Self.end(of: result.steps, fault) { (result.failure, result.part) = end }
        return result
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
