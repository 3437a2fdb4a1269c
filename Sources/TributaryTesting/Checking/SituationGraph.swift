// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The reached situations: for each situation the first way to it, and its steps.
///
/// It has no states, which would take most of the memory.
struct SituationGraph {
    /// One step from a situation.
    struct Step {
        let target: UInt32

        /// The effect that moves, by its number; `user` if an action of the user is sent.
        let mover: UInt32

        static let user = UInt32.max

        /// Whether it happens at last, if it stays possible.
        var isFair: Bool { mover != Step.user }
    }

    private var parents: [UInt32] = []
    private var parentSteps: [UInt16] = []
    private var firstSteps: [Int] = [0]
    private var steps: [Step] = []

    /// Which predicates hold, a bit for each.
    private(set) var facts: [UInt32] = []

    /// Whether the steps are kept, and not only the first way to each situation.
    let keepsSteps: Bool
    private(set) var stepCount = 0
    private(set) var expandedCount = 0

    init(keepsSteps: Bool) { self.keepsSteps = keepsSteps }

    var count: Int { parents.count }

    /// The memory that it takes.
    var byteCount: Int {
        parents.capacity * 6 + steps.capacity * 8 + facts.capacity * 4 + firstSteps.capacity * 8
    }

    /// Adds a situation, which gets the next number.
    mutating func insert(parent: Int, step: Int, facts: UInt32) {
        parents.append(UInt32(parent))
        parentSteps.append(UInt16(truncatingIfNeeded: step))
        if keepsSteps { self.facts.append(facts) }
    }

    /// Adds a step of the situation that is being expanded.
    mutating func insert(_ step: Step) {
        stepCount += 1
        if keepsSteps { steps.append(step) }
    }

    /// All steps of the next situation have been added.
    mutating func endExpanding() {
        expandedCount += 1
        if keepsSteps { firstSteps.append(steps.count) }
    }

    func isExpanded(_ situation: Int) -> Bool { situation < expandedCount }

    func steps(of situation: Int) -> ArraySlice<Step> {
        isExpanded(situation) ? steps[firstSteps[situation]..<firstSteps[situation + 1]] : []
    }

    func stepRange(of situation: Int) -> Range<Int> {
        isExpanded(situation) ? firstSteps[situation]..<firstSteps[situation + 1] : 0..<0
    }

    func step(at index: Int) -> Step { steps[index] }

    /// The steps to a situation, each by its position among those of its situation.
    ///
    /// No way is shorter, because situations are found breadth first.
    func path(to situation: Int) -> [Int] {
        var path: [Int] = []
        var situation = situation
        while situation != 0 {
            path.append(Int(parentSteps[situation]))
            situation = Int(parents[situation])
        }
        return path.reversed()
    }

    func parent(of situation: Int) -> Int { Int(parents[situation]) }

    /// How many steps the shortest way to a situation has.
    func depth(of situation: Int) -> Int { path(to: situation).count }
}
