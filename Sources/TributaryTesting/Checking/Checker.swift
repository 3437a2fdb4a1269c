// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import TributaryCore

/// Searches the situations of a feature, breadth first; a situation is a value.
final class Checker<State: Hashable, Action: Hashable, WorldValue: Hashable & Sendable> {
    /// A situation: all that decides the next steps.
    struct Moment {
        var state: State
        var world: WorldValue
        var flights: FlightSet

        /// The fingerprint of the whole state.
        var stateIdentity: UInt64
    }

    let feature: CheckedFeature<State, Action, WorldValue>
    let planner: FlightPlanner<State, Action>
    let recorder = ScriptRecorder()
    let engine = FlightEngine()
    let world: World<WorldValue>
    let reducer: CheckedReducer<State, Action>
    private let initialState: State
    private let actions: (State) -> [Action]
    private let identify: ((State) -> any Hashable)?
    let hasWorld = WorldValue.self != NoWorld.self

    /// Whether the steps are needed after the search, for a picture.
    let keepsSteps: Bool

    var plans = PlanTable()
    let sets = FlightTable()

    // The situation that events are applied to.
    private var origin: State
    private var originIdentity: UInt64 = 0
    private var originWorld: WorldValue
    private var originFlights = FlightSet(Flights())

    // The situation after an event.
    var state: State
    var stateIdentity: UInt64?
    var worldValue: WorldValue
    var flights = FlightSet(Flights())

    /// The move that was made and is not in `flights` yet.
    var moved: Moved?

    /// The diagnostics of the event that was applied last.
    var diagnostics: [Diagnostic] = []

    /// The actions that were reduced while a way is traced, each with the state after it, and the number of the last flight
    /// that had begun before.
    var reduced: [(action: Int, state: State, last: Int)]?

    /// For each flight that began while a way is traced, the entry of the action that began it, counted from 1.
    var causes: [Int: Int] = [:]

    /// Gets each situation when it is found.
    var visit: ((Moment) -> Void)?

    /// The answer that is given as soon as the steps after it are recorded.
    var asked: AskedFlight?

    private let reported: DiagnosticBox

    init(_ feature: CheckedFeature<State, Action, WorldValue>, keepsSteps: Bool = false) {
        self.feature = feature
        self.keepsSteps = keepsSteps
        world = World(feature.world)
        worldValue = feature.world
        state = feature.initialState()
        (initialState, origin) = (state, state)
        originWorld = feature.world
        (actions, identify) = (feature.actions, feature.identify)
        let box = DiagnosticBox()
        var dependencies = Dependencies()
        dependencies.isTesting = true
        dependencies.clock = CheckClock()
        dependencies.diagnosticReporter = DiagnosticReporter { box.append($0) }
        feature.dependencies(&dependencies, world)
        planner = FlightPlanner(dependencies: dependencies)
        reducer = CheckedReducer(planner, dependencies, feature.reducer)
        reported = box
        engine.reduce = { [unowned self] in plan(reducing: $0)?.plan ?? [] }
        engine.ended = { [unowned self] in planner.ended($0, in: state) }
        engine.report = { [unowned self] in diagnostics.append($0) }
    }

    /// Goes to the first situation, in which the feedbacks have begun.
    nonisolated(nonsending) func begin() async {
        // The same one each time: the plan of the feedbacks is about its pages.
        let state = initialState
        enter(
            Moment(
                state: state,
                world: feature.world,
                flights: FlightSet(Flights()),
                stateIdentity: fingerprint(state)
            )
        )
        guard reducer.hasFeedbacks else { return }
        engine.flights = Flights()
        engine.follow(reducer.begin(in: state, origin: identifyState()))
        await applyRest()
        for flight in flights.value.list { causes[flight.number] = 0 }
        enter(moment)
    }

    /// Identifies the situation after the event that was applied last.
    var identity: UInt64 {
        let inside: UInt64
        if let identify {
            inside = fingerprint(identify(state))
        } else {
            inside = identifyState()
        }
        return mix(
            hasWorld ? mix(inside, fingerprint(worldValue)) : inside,
            moved?.identity ?? flights.identity
        )
    }

    /// The situation after the event that was applied last.
    var moment: Moment {
        Moment(state: state, world: worldValue, flights: finalFlights(), stateIdentity: identifyState())
    }

    func identifyState() -> UInt64 {
        if let stateIdentity { return stateIdentity }
        let identity = fingerprint(state)
        stateIdentity = identity
        return identity
    }

    /// Goes to a situation, to which events are applied.
    func enter(_ moment: Moment) {
        origin = moment.state
        originIdentity = moment.stateIdentity
        originWorld = moment.world
        originFlights = moment.flights
        enter()
    }

    private func enter() {
        state = origin
        stateIdentity = originIdentity
        if hasWorld { worldValue = originWorld }
        (flights, moved) = (originFlights, nil)
        if !diagnostics.isEmpty { diagnostics = [] }
    }

    /// All that may happen in the situation that was entered, in an order that is the same each time.
    ///
    /// - Parameter events: Replaced by the events.
    /// - Returns: How many actions of the user were not offered, because too many effects are in flight.
    @discardableResult
    func list(_ events: inout [CheckEvent]) -> Int {
        events.removeAll(keepingCapacity: true)
        for (index, move) in originFlights.moves.enumerated() {
            events.append(CheckEvent(move: move, number: index))
        }
        let actions = actions(origin)
        guard originFlights.count < feature.limits.effectsInFlight else { return actions.count }
        for action in actions {
            events.append(CheckEvent(move: nil, number: planner.number(of: action)))
        }
        return 0
    }

    /// Applies an event to the situation that was entered.
    nonisolated(nonsending) func apply(_ event: CheckEvent) async {
        if !applyAtOnce(event) { await applyRest() }
    }

    /// Applies an event, as far as everything is recorded.
    ///
    /// - Returns: Whether that was all; otherwise `applyRest` does the rest.
    func applyAtOnce(_ event: CheckEvent) -> Bool {
        enter()
        let isDone = perform(event)
        if isDone, !reported.isEmpty { diagnostics += reported.takeAll() }
        return isDone
    }

    nonisolated(nonsending) func applyRest() async {
        if let asked {
            self.asked = nil
            give(asked, await recorder.follower(of: asked.point, after: asked.answer))
        }
        await settle()
        flights = shared(engine.flights)
        if !reported.isEmpty { diagnostics += reported.takeAll() }
    }
}
