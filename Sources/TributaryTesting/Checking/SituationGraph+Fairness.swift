// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A path on which an expected situation never occurs, although each effect continues eventually.
struct Leak {
    /// The steps to the situation where it stops or repeats.
    let path: [Int]

    /// The steps of a cycle that can repeat without end; empty if no effect can continue.
    let round: [Int]
}

extension SituationGraph {
    /// Looks for a way that begins where one predicate holds, and on which another never does.
    ///
    /// Only fair paths count: an effect that can always continue does so eventually. Users need not do anything.
    ///
    /// - Parameters:
    ///   - begins: Where ways begin.
    ///   - ends: Where ways must not lead.
    ///   - isWithoutUser: Whether users do nothing on the way.
    /// - Returns: The way, or `nil` if there is none.
    func leak(from begins: UInt32, avoiding ends: UInt32, isWithoutUser: Bool = false) -> Leak? {
        var search = LeakSearch(self, begins, ends, isWithoutUser)
        return search.run()
    }
}

/// The search for a fair way: rests first, then rounds, by strongly connected components.
private struct LeakSearch {
    private let graph: SituationGraph
    private let begins: UInt32
    private let ends: UInt32
    private let isWithoutUser: Bool

    /// From where each situation was reached, and by which of its steps; `none` if it was not.
    private var origins: [UInt32]
    private var originSteps: [UInt16]
    private var order: [Int] = []

    private static let none = UInt32.max

    init(_ graph: SituationGraph, _ begins: UInt32, _ ends: UInt32, _ isWithoutUser: Bool) {
        self.graph = graph
        self.begins = begins
        self.ends = ends
        self.isWithoutUser = isWithoutUser
        origins = Array(repeating: Self.none, count: graph.count)
        originSteps = Array(repeating: 0, count: graph.count)
    }

    private func avoids(_ situation: Int) -> Bool { graph.facts[situation] & ends == 0 }

    private func isGone(_ step: SituationGraph.Step) -> Bool { step.isFair || !isWithoutUser }

    mutating func run() -> Leak? {
        for situation in 0..<graph.count where graph.facts[situation] & begins != 0 && avoids(situation) {
            origins[situation] = UInt32(situation)
            order.append(situation)
        }
        var head = 0
        while head < order.count {
            let situation = order[head]
            head += 1
            guard graph.isExpanded(situation) else { continue }
            var canGoOn = false
            for (index, step) in graph.steps(of: situation).enumerated() {
                if step.isFair { canGoOn = true }
                let target = Int(step.target)
                guard isGone(step), avoids(target), origins[target] == Self.none else { continue }
                origins[target] = UInt32(situation)
                originSteps[target] = UInt16(truncatingIfNeeded: index)
                order.append(target)
            }
            if !canGoOn { return Leak(path: way(to: situation), round: []) }
        }
        return round()
    }

    private func way(to situation: Int) -> [Int] {
        var steps: [Int] = []
        var situation = situation
        while Int(origins[situation]) != situation {
            steps.append(Int(originSteps[situation]))
            situation = Int(origins[situation])
        }
        return graph.path(to: situation) + steps.reversed()
    }

    /// Finds the strongly connected components, without recursion (Tarjan), and looks for a fair round in each.
    private func round() -> Leak? {
        var indices = [UInt32](repeating: 0, count: graph.count)
        var lows = [UInt32](repeating: 0, count: graph.count)
        var isStacked = [Bool](repeating: false, count: graph.count)
        var stack: [Int] = []
        var last: UInt32 = 0
        var work: [(situation: Int, step: Int)] = []
        func enter(_ situation: Int) {
            last += 1
            indices[situation] = last
            lows[situation] = last
            stack.append(situation)
            isStacked[situation] = true
            work.append((situation, graph.stepRange(of: situation).lowerBound))
        }
        for root in order where indices[root] == 0 {
            enter(root)
            while let (situation, position) = work.last {
                if position < graph.stepRange(of: situation).upperBound {
                    work[work.count - 1].step += 1
                    let step = graph.step(at: position)
                    let target = Int(step.target)
                    guard isGone(step), origins[target] != Self.none else { continue }
                    if indices[target] == 0 {
                        enter(target)
                    } else if isStacked[target] {
                        lows[situation] = min(lows[situation], indices[target])
                    }
                    continue
                }
                work.removeLast()
                if let parent = work.last?.situation { lows[parent] = min(lows[parent], lows[situation]) }
                guard lows[situation] == indices[situation] else { continue }
                var members: Set<Int> = []
                while let member = stack.popLast() {
                    isStacked[member] = false
                    members.insert(member)
                    if member == situation { break }
                }
                if let leak = fairRound(members, from: situation) { return leak }
            }
        }
        return nil
    }

    /// A cycle within a component, if each effect that can continue in all of its situations does so.
    ///
    /// If an effect can continue in each situation of a component and never does, no path within the component is fair.
    private func fairRound(_ members: Set<Int>, from start: Int) -> Leak? {
        var moved: Set<UInt32> = []
        var always: Set<UInt32>?
        var hasStep = false
        for member in members {
            var able: Set<UInt32> = []
            for step in graph.steps(of: member) {
                if step.isFair { able.insert(step.mover) }
                guard isGone(step), members.contains(Int(step.target)) else { continue }
                hasStep = true
                if step.isFair { moved.insert(step.mover) }
            }
            always = always?.intersection(able) ?? able
        }
        guard hasStep, (always ?? []).isSubset(of: moved) else { return nil }
        return Leak(path: way(to: start), round: shortestRound(members, from: start))
    }

    private func shortestRound(_ members: Set<Int>, from start: Int) -> [Int] {
        var origins: [Int: (situation: Int, step: Int)] = [:]
        var queue = [start]
        var head = 0
        while head < queue.count {
            let situation = queue[head]
            head += 1
            for (index, step) in graph.steps(of: situation).enumerated() {
                let target = Int(step.target)
                guard isGone(step), members.contains(target) else { continue }
                if target == start {
                    var steps = [index]
                    var place = situation
                    while place != start, let (before, step) = origins[place] {
                        steps.append(step)
                        place = before
                    }
                    return steps.reversed()
                }
                if origins[target] == nil {
                    origins[target] = (situation, index)
                    queue.append(target)
                }
            }
        }
        return []
    }
}
