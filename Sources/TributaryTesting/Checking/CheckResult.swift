// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import CustomDump

/// The result of `check`.
public struct CheckResult<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    /// Whether every situation was visited, so that the properties hold without exception.
    ///
    /// It does not mean that the properties are satisfied; see `counterexamples`.
    public var isComplete: Bool { notCovered.isEmpty }

    /// The gaps of the check; empty if the check is complete.
    public internal(set) var notCovered: [NotCovered]

    /// How many situations were visited.
    public let situationCount: Int

    /// How many steps lead from one situation to another, or back to the same.
    public let stepCount: Int

    /// How many steps the furthest situation is away from the initial state.
    public let depth: Int

    /// How often an operation of an effect was run to record it.
    public let recordingCount: Int

    /// How long the search took.
    public let duration: Duration

    /// The largest memory of the search's tables, in bytes.
    public let byteCount: Int

    /// The properties that do not hold, each with the shortest way to show it.
    public internal(set) var counterexamples: [Counterexample<State, Action, WorldValue>] = []

    /// The properties that would have to hold somewhere and hold nowhere.
    public internal(set) var unreachedProperties: [String] = []

    /// The actions that were reduced, each with how often.
    public let reducedActions: [Action: Int]

    /// The actions that were reduced and never changed the state or began an effect.
    public let uselessActions: Set<Action>

    let graph: SituationGraph
    let checker: Checker<State, Action, WorldValue>

    init(_ outcome: SearchOutcome, _ checker: Checker<State, Action, WorldValue>) {
        notCovered = outcome.notCovered
        situationCount = outcome.graph.count
        stepCount = outcome.graph.stepCount
        depth = outcome.depth
        recordingCount = checker.recorder.runCount
        duration = outcome.duration
        byteCount = outcome.byteCount
        graph = outcome.graph
        self.checker = checker
        var reduced: [Action: Int] = [:]
        var useless: Set<Action> = []
        for (number, use) in checker.reducer.uses.enumerated() where use.count > 0 {
            reduced[checker.planner.actions[number]] = use.count
            if !use.isUseful { useless.insert(checker.planner.actions[number]) }
        }
        reducedActions = reduced
        uselessActions = useless
    }
}

/// A way to a situation in which a property does not hold.
public struct Counterexample<State, Action, WorldValue> {
    /// The name of the property, or the identifier of the diagnostic.
    public let property: String

    /// The violation, in a sentence.
    public let text: String

    /// The steps from the initial state, in words.
    public let steps: [String]

    /// The steps that can be repeated without end afterwards, in words; empty if the path ends.
    public let round: [String]

    /// The state after the steps.
    public let state: State

    /// The world after the steps.
    public let world: WorldValue

    /// The actions that were reduced on the way, sent by the user, an effect, or a reducer.
    public let actions: [Action]

    /// Whether real tasks do the same as recorded effects on this way.
    public var isConfirmed: Bool { difference == nil }

    /// How real tasks differ, if they do.
    let difference: String?
    let trace: [TracedStep<State, Action, WorldValue>]

    /// For each step the time that passed with it, as far as real tasks went.
    let durations: [Duration?]

    /// The start of the path.
    let initial: (state: State, world: WorldValue)
}

extension Counterexample {
    /// The counterexample as a failure shows it.
    var failure: String {
        let count = steps.count == 1 ? "1 step" : "\(steps.count) steps"
        let confirmed =
            difference.map { "Real tasks do something else: \($0)" } ?? "Real tasks do the same."
        var failure = "\(text)\n\nThe shortest way that shows it has \(count). \(confirmed)"
        failure += list(steps, from: 1)
        if !round.isEmpty {
            failure += "\n\nFrom there, these steps can repeat forever:" + list(round, from: steps.count + 1)
        }
        failure += "\n\nThe state after it:\n\(String(customDumping: state).indented(by: 2))"
        if !(world is NoWorld) {
            failure += "\n\nThe world after it:\n\(String(customDumping: world).indented(by: 2))"
        }
        return failure
    }

    private func list(_ steps: [String], from first: Int) -> String {
        steps.enumerated().map { "\n  \($0 + first). \($1.hanging(by: 5))" }.joined()
    }
}
