// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// The reducers of a feature, which reduce in any situation, whichever they were in before.
final class CheckedReducer<State: Hashable, Action: Hashable> {
    private let function: ReducerFunction<State, Action>
    private let prime: (State) -> Void
    private let isSettled: (State) -> Bool

    /// The feedbacks of the reducers, which remember the queries of the state that they saw last; `nil` if there are none.
    private let feedbacks: ((inout State) -> Effect<Action>)?

    /// Whether a filter contains feedbacks, whose effects then depend on more than the state.
    let hasFilteredFeedbacks: Bool

    /// Whether an answer to a change left a change that only the next action answers: no situation has it.
    private(set) var hasUnansweredChanges = false

    /// For each action, by its number, how often it was reduced, and whether that ever made a difference.
    private(set) var uses: [ActionUse] = []

    /// The plan of the feedbacks that begin with the first state.
    private var firstPlan: FlightPlan?
    private let planner: FlightPlanner<State, Action>

    init(
        _ planner: FlightPlanner<State, Action>,
        _ dependencies: Dependencies,
        _ make: () -> AnyReducer<State, Action>
    ) {
        self.planner = planner
        (function, prime, isSettled, feedbacks, hasFilteredFeedbacks) =
            AnyReducer.resolved(dependencies: dependencies, make)
    }

    var hasFeedbacks: Bool { feedbacks != nil }

    /// Reduces an action, by its number.
    ///
    /// - Parameters:
    ///   - number: The number of the action.
    ///   - state: The state, which is changed.
    ///   - note: Gets the state after the action; `nil` if it is not needed.
    /// - Returns: The effect.
    func reduce(_ number: Int, in state: inout State, _ note: ((State) -> Void)?) -> Effect<Action> {
        while uses.count <= number { uses.append(ActionUse()) }
        uses[number].count += 1
        guard note != nil || !uses[number].isUseful else { return effect(of: number, in: &state) }
        let former = state
        let effect = effect(of: number, in: &state)
        note?(state)
        if effect.operation != nil || former != state { uses[number].isUseful = true }
        return effect
    }

    private func effect(of action: Int, in state: inout State) -> Effect<Action> {
        // The situation before was another one than that of the last action.
        prime(state)
        let effect = function(&state, planner.actions[action])
        if !isSettled(state) { hasUnansweredChanges = true }
        return effect
    }

    /// The plan of the feedbacks that begin with the first state.
    func begin(in state: State, origin: UInt64) -> FlightPlan {
        let plan = firstPlan ?? watch(from: nil, to: state, origin: origin)
        firstPlan = plan
        return plan
    }

    /// The plan of the feedbacks whose queries are others than in a former state; `nil` if there was none.
    func watch(from former: State?, to latter: State, origin: UInt64) -> FlightPlan {
        guard let feedbacks else { return [] }
        if var former {
            // The state that they saw last was that of any situation.
            planner.note(feedbacks(&former))
        }
        var latter = latter
        return planner.plan(feedback: feedbacks(&latter), origin: origin)
    }
}

/// How often an action was reduced, and whether it changed the state or began an effect.
struct ActionUse {
    var count = 0
    var isUseful = false
}
