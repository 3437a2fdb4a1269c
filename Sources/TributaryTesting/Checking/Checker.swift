// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// A feature with the properties to check.
struct CheckedFeature<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    let initialState: () -> State
    let world: WorldValue
    let reducer: () -> AnyReducer<State, Action>
    let dependencies: (inout Dependencies, World<WorldValue>) -> Void
    let actions: (State) -> [Action]
    let properties: [Property<State, WorldValue>]
    let limits: CheckLimits

    /// The part of a state that identifies it; `nil` for all of it.
    let identify: ((State) -> AnyHashable)?
}

/// Searches the situations of a feature, breadth first; a situation is a value.
final class Checker<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    /// A situation: all that decides the next steps.
    struct Moment {
        var state: State
        var world: WorldValue
        var flights: Flights

        /// The fingerprint of the whole state.
        var stateIdentity: UInt64
    }

    enum Event {
        case send(Int)
        /// An effect takes a step, with the answer to its question, if it has one.
        case move(Int, AnyHashable?)
    }

    let feature: CheckedFeature<State, Action, WorldValue>
    let planner: FlightPlanner<State, Action>
    let recorder = ScriptRecorder()
    let engine = FlightEngine()
    let world: World<WorldValue>
    private let function: ReducerFunction<State, Action>
    private let prime: ((State) -> Void)?
    private let isSettled: ((State) -> Bool)?

    /// Whether the reducers have feedbacks, which do not run.
    let hasFeedbacks: Bool

    /// Whether an answer to a change left a change that only the next action answers: no situation has it.
    private(set) var hasUnansweredChanges = false
    private let hasWorld = WorldValue.self != NoWorld.self

    /// Whether the steps are needed after the search, for a picture.
    let keepsSteps: Bool

    /// The plans of effects, by the state and the action that they came from.
    private var plans: [UInt64: FlightPlan] = [:]

    // The situation that an event is applied to.
    private var state: State
    private var stateIdentity: UInt64?
    private var worldValue: WorldValue

    /// The diagnostics of the event that was applied last.
    private(set) var diagnostics: [Diagnostic] = []

    /// The actions that were reduced while a way is traced, each with the state after it, and the number of the last flight
    /// that had begun before.
    var reduced: [(action: Int, state: State, last: Int)]?

    /// For each flight that began while a way is traced, the entry of the action that began it, counted from 1.
    var causes: [Int: Int] = [:]

    /// Gets each situation when it is found.
    var visit: ((Moment) -> Void)?

    /// For each action, by its number, how often it was reduced, and whether that ever made a difference.
    private(set) var uses: [ActionUse] = []

    init(_ feature: CheckedFeature<State, Action, WorldValue>, keepsSteps: Bool = false) {
        self.feature = feature
        self.keepsSteps = keepsSteps
        world = World(feature.world)
        worldValue = feature.world
        state = feature.initialState()
        let box = DiagnosticBox()
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.clock = CheckClock()
        dependencies.diagnosticReporter = DiagnosticReporter { box.append($0) }
        feature.dependencies(&dependencies, world)
        planner = FlightPlanner(dependencies: dependencies)
        (function, prime, isSettled, hasFeedbacks) =
            AnyReducer.resolved(dependencies: dependencies, feature.reducer)
        reported = box
        engine.reduce = { [unowned self] in reduce($0) }
        engine.ended = { [unowned self] in planner.ended($0, in: state) }
        engine.report = { [unowned self] in diagnostics.append($0) }
    }

    private let reported: DiagnosticBox

    /// The first situation.
    var start: Moment {
        let state = feature.initialState()
        return Moment(
            state: state,
            world: feature.world,
            flights: Flights(),
            stateIdentity: fingerprint(state)
        )
    }

    /// Identifies a situation.
    func identity(of moment: Moment) -> UInt64 {
        let state = feature.identify.map { fingerprint($0(moment.state)) } ?? moment.stateIdentity
        let outside = hasWorld ? mix(state, fingerprint(moment.world)) : state
        return mix(outside, moment.flights.identity)
    }

    /// Calls a closure with all that may happen in a situation, in an order that is the same each time.
    ///
    /// - Returns: How many actions of the user were not offered, because too many effects are in flight.
    func forEachEvent(in moment: Moment, _ body: (Event, _ mover: UInt64) -> Void) -> Int {
        if hasWorld { world.replace(by: moment.world) }
        let flights = moment.flights
        if flights.list.count == 1 {
            flights.forEachMove { body(.move($0, $1), flights.list[0].identity) }
        } else if !flights.list.isEmpty {
            let isPlain = flights.limits.isEmpty
            var moves: [(event: Event, mover: UInt64, order: Int)] = []
            flights.forEachMove { index, answer in
                moves.append((.move(index, answer), flights.list[index].identity, moves.count))
            }
            moves.sort { ($0.mover, $0.order) < ($1.mover, $1.order) }
            var last: (mover: UInt64, index: Int) = (0, -1)
            for (event, mover, _) in moves {
                guard case .move(let index, _) = event else { continue }
                // Of effects that can do the same, one is as good as the other.
                if isPlain, mover == last.mover, index != last.index, flights.list[index].parent == 0,
                    flights.list[last.index].parent == 0
                {
                    continue
                }
                last = (mover, index)
                body(event, mover)
            }
        }
        let actions = feature.actions(moment.state)
        guard flights.count < feature.limits.effectsInFlight else { return actions.count }
        for action in actions { body(.send(planner.number(of: action)), 0) }
        return 0
    }

    /// The situation after an event.
    nonisolated(nonsending) func apply(_ event: Event, to moment: Moment) async -> Moment {
        state = moment.state
        stateIdentity = moment.stateIdentity
        worldValue = moment.world
        engine.flights = moment.flights
        if !diagnostics.isEmpty { diagnostics = [] }
        switch event {
        case .send(let action): engine.send(action)
        case .move(let index, nil): _ = engine.move(index)
        case .move(let index, let answer?): await self.answer(index, with: answer)
        }
        if !settleAtOnce() { await settle() }
        if !reported.isEmpty { diagnostics += reported.takeAll() }
        return Moment(
            state: state,
            world: worldValue,
            flights: engine.flights,
            stateIdentity: stateIdentity ?? fingerprint(state)
        )
    }

    private nonisolated(nonsending) func answer(_ index: Int, with answer: AnyHashable) async {
        guard case .running(_, let point?) = engine.flights.list[index].kind,
            case .asks(let question) = point.step
        else { return }
        let follower: ScriptPoint
        if let known = point.follower(of: answer), known.identity != 0 {
            follower = known
        } else {
            follower = await recorder.follower(of: point, after: answer)
        }
        if let change = question.change {
            world.replace(by: worldValue)
            change(answer)
            worldValue = world.value
        }
        _ = engine.answer(index, follower, isChange: question.change != nil)
    }

    /// Takes the steps that need no decision, as far as everything is recorded.
    ///
    /// - Returns: Whether that was all.
    private func settleAtOnce() -> Bool {
        while planner.unrecorded.isEmpty {
            if !engine.settleOnce() { return true }
        }
        return false
    }

    private nonisolated(nonsending) func settle() async {
        while !settleAtOnce() {
            while let planned = planner.unrecorded.popLast() {
                planned.script = await recorder.record(planned.operation)
            }
        }
    }

    private func reduce(_ number: Int) -> FlightPlan {
        let action = planner.actions[number]
        let before = stateIdentity ?? fingerprint(state)
        stateIdentity = nil
        while uses.count <= number { uses.append(ActionUse()) }
        uses[number].count += 1
        // Compared only until it has made a difference once.
        let former = uses[number].isUseful ? nil : state
        // The situation before was another one than that of the last action.
        prime?(state)
        let effect = function(&state, action)
        if let isSettled, !isSettled(state) { hasUnansweredChanges = true }
        reduced?.append((number, state, engine.flights.last))
        if let former, former != state { uses[number].isUseful = true }
        guard !effect.isNone else { return [] }
        uses[number].isUseful = true
        let origin = mix(before, UInt64(number) &+ 7)
        if let plan = plans[origin] { return plan }
        let plan = planner.plan(effect, origin: origin)
        if plans.count >= planLimit { plans = [:] }
        plans[origin] = plan
        return plan
    }
}

/// How many plans are kept; those that are forgotten are made again.
private let planLimit = 100_000

/// How often an action was reduced, and whether it changed the state or began an effect.
struct ActionUse {
    var count = 0
    var isUseful = false
}
