// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine with its types erased, for tests and undo histories.
package protocol HostedMachine: AnyObject {
    /// The running effects, neither ended nor cancelled, in the order in which they started.
    var runningEffects: [EffectDescription] { get }

    /// Cancels every running effect.
    func cancelEffects()

    /// Runs a turn for actions that were sent through handles while the machine was idle.
    func openInbox()

    /// The dependencies of the reducers.
    var dependencies: Dependencies { get }

    /// Whether it accepts no more actions.
    var isClosed: Bool { get }

    /// Closes the machine, for a call at this place, if the place is known.
    func close(at site: SourceSite?)
}

/// The interface of a machine for the parts of its state, whatever their types.
protocol PartMachine: HostedMachine {
    /// The reporter of diagnostics.
    var reporter: DiagnosticReporter { get }

    /// The fields of the whole store that the Observation framework tracks.
    var fields: TrackedFields { get }

    /// Whether a reducer has the state, so that it cannot be read.
    var isReducing: Bool { get }

    /// Continues after the state was read; an idle machine runs the actions that were sent meanwhile.
    func endReading(in phase: MachinePhase)

    /// The inbox for other threads; made at its first use.
    func makeInbox() -> StoreInbox

    /// Observes a part in its tree of observers.
    func observe(
        in tree: ObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken

    /// Calls a closure when all actions so far are durable.
    func whenCommitted(_ tell: @escaping () -> Void)

    /// Ends a stream when the machine ends.
    func insert(_ end: StreamEnd)

    /// Calls a closure, and reduces the actions that it sent after it has returned.
    func asOneTurn<Result>(_ body: () -> Result) -> Result
}

extension Machine: PartMachine {
    var reporter: DiagnosticReporter { dependencies.diagnosticReporter }

    var fields: TrackedFields { stateObservers.fields }

    var isReducing: Bool { status.phase == .reducing }

    func insert(_ end: StreamEnd) {
        // A closed store delivers no more values.
        if isClosed { end() } else { stateObservers.streams.append(Weak(end)) }
    }
}

extension Machine {
    /// Runs effects on behalf of the actor of a store, unless a test sets another one.
    func runEffects(ofStoreOn actor: any Actor) {
        let host = EffectHost.current
        runEffects(on: host?.actor ?? actor, executor: host?.makeExecutor)
    }
}

extension PartMachine {
    /// A sequence of an observation's values, until its loop is left or the machine ends.
    ///
    /// - Parameters:
    ///   - policy: The values to buffer for a slow loop.
    ///   - observe: Begins the observation.
    /// - Returns: The sequence.
    func stream<Element: Sendable>(
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy,
        observe: (AsyncStream<Element>.Continuation) -> ObservationToken
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let end = StreamEnd { continuation.finish() }
        let token = ObservationToken([observe(continuation), ObservationToken(holding: end)])
        continuation.onTermination = { _ in token.cancel() }
        insert(end)
        return stream
    }

    /// Calls a closure when the machine ends, unless the token is dropped before.
    func onEnd(_ onEnd: @escaping @Sendable () -> Void) -> ObservationToken {
        let end = StreamEnd(finish: onEnd)
        insert(end)
        return ObservationToken(holding: end)
    }
}

/// A tool's view of a machine's actions and states: it changes nothing, and nothing waits for it.
///
/// A machine has any number in addition to its recorder, attached at any time. All closures are called on the machine's actor.
package struct Inspection<State, Action> {
    /// Receives an action as the reducers received it, and the state after it, when its effects have begun.
    ///
    /// The number is that of the entry if the machine is recorded, otherwise the count since the inspection began. The cause is the
    /// number of the action whose effect or follow-up this is, if it was numbered.
    let reduced: (_ action: ActionRecord<State, Action>, _ number: Int, _ cause: Int?) -> Void

    /// Called when observers are notified, together, of all actions since the last time.
    let committed: () -> Void

    /// An effect has begun, or is over, while an action with this number was reduced.
    let effect: (EffectEvent, Int?) -> Void

    /// The machine is closed.
    let closed: () -> Void

    /// The owner of the closures, by which a tool finds its own data of the machine.
    let owner: AnyObject?

    package init(
        owner: AnyObject? = nil,
        reduced: @escaping (_ action: ActionRecord<State, Action>, _ number: Int, _ cause: Int?) -> Void,
        committed: @escaping () -> Void = {},
        effect: @escaping (EffectEvent, _ action: Int?) -> Void = { _, _ in },
        closed: @escaping () -> Void
    ) {
        self.owner = owner
        self.reduced = reduced
        self.committed = committed
        self.effect = effect
        self.closed = closed
    }
}

extension Machine {
    /// Attaches an inspection, from the next action on.
    package func inspect(_ inspection: Inspection<State, Action>) {
        let recording = recording ?? Recording(nil)
        recording.inspections.append(inspection)
        self.recording = recording
        status.isAttended = true
        // The runner may live longer than the machine.
        effects.watch = { [weak recording] event in
            recording?.inspections.forEach { $0.effect(event, recording?.entry) }
        }
    }

    /// Detaches the inspections of an owner.
    ///
    /// Without a recorder and other inspections, the machine has no more overhead of inspection.
    package func endInspection(by owner: AnyObject) {
        recording?.inspections.removeAll { $0.owner === owner }
        guard recording?.inspections.isEmpty != false else { return }
        effects.watch = nil
        // A closed machine has no recorder, but may wait for its last commit.
        if recording?.recorder == nil, recording?.isWaiting != true { recording = nil }
    }

    /// The owners of its inspections.
    package var inspectors: [AnyObject] { recording?.inspections.compactMap(\.owner) ?? [] }

    /// The number of actions that wait for their turn, including those from other threads.
    package var waitingActions: Int {
        queue.count + (inbox?.waitingCount ?? 0)
    }

    /// The number of commits in flight.
    package var waitingCommits: Int { recording?.inFlight.count ?? 0 }

    /// The newest state, even while another is shown.
    package var newestState: State { travel?.newest ?? place.pointee }

    /// Registers the effects that have ended since the last turn.
    package func noteEndedEffects() { attending { effects.removeEnded() } }

    /// Continues from the shown state, and reduces on it the actions that were sent meanwhile.
    ///
    /// An `onChange` and a feedback see it with the next action. Effects of children that it does not contain are cancelled. A
    /// recorded state changes only by its entries, so it stays as it is.
    ///
    /// - Returns: Whether another state was shown, and is the current one now.
    package func stay() -> Bool {
        guard let travel, !travel.isShowing, !isRecorded, closing == nil else { return false }
        travel.newest = place.pointee
        settleEffects()
        comeBack()
        return true
    }
}

extension Store {
    /// The machine; `nil` for a scope and for a mirror.
    package var wholeMachine: Machine<State, Action>? { part as? Machine<State, Action> }
}

extension StoreActor {
    /// Calls a closure with the machine, on the store's actor.
    package func withMachine<Result: Sendable>(
        _ body: @Sendable (Machine<State, Action>) throws -> Result
    ) rethrows -> Result {
        try body(machine)
    }
}

extension Machine {
    /// Shows another state to readers and observers of the machine, until `comeBack`.
    ///
    /// No reducer, effect, or feedback sees it. Effects continue; all actions wait. Within a turn, and in a closed machine, it does
    /// nothing. Observers are notified as after a change of the whole state, at the same cost.
    ///
    /// - Parameter state: The state to be shown.
    package func travel(to state: State) {
        if travel == nil {
            guard status.phase == .idle, closing == nil else { return }
            // A turn that lasts until the way back: so everything waits, here and in the inbox.
            beginTurn()
            travel = Travel(from: place.pointee)
        }
        guard let travel, !travel.isShowing else { return }
        travel.isShowing = true
        show(state)
        travel.isShowing = false
        // An observer may have closed the machine.
        if closing != nil { comeBack() }
    }

    /// Shows the newest state again, and reduces the actions sent meanwhile.
    ///
    /// Without a `travel` before, it does nothing.
    package func comeBack() {
        guard let travel, !travel.isShowing else { return }
        self.travel = nil
        show(travel.newest)
        continueTurn()
    }

    /// Whether another state than the newest is shown.
    package var isTravelling: Bool { travel != nil }

    private func show(_ state: State) {
        place.pointee = state
        notify()
    }
}

/// The progress of showing another state than the newest.
final class Travel<State> {
    /// The newest state.
    var newest: State

    /// Whether observers are being notified of a state.
    var isShowing = false

    init(from newest: State) { self.newest = newest }
}

extension Machine {
    /// The effects that run: neither ended nor cancelled, in the order in which they began.
    package var runningEffects: [EffectDescription] {
        attending { effects.removeEnded() }
        return effects.running
    }

    /// Cancels every effect that runs.
    package func cancelEffects() { attending { effects.cancelAll() } }
}

extension Reducer {
    /// Turns a reducer that is made here into a function without feedbacks, as a machine does.
    ///
    /// - Parameters:
    ///   - dependencies: The dependencies of the reducer.
    ///   - make: Makes the reducer.
    /// - Returns: The function; a closure that shows it another state to continue from; whether no change of a state is left
    ///   that the next action would answer; the feedbacks of the reducer, and whether a filter contains some.
    package static func resolved(
        dependencies: Dependencies,
        _ make: () -> Self
    ) -> (
        reduce: ReducerFunction<State, Action>, prime: (State) -> Void, isSettled: (State) -> Bool,
        feedbacks: ((inout State) -> Effect<Action>)?, areFiltered: Bool
    ) {
        let context = ReducerContext(dependencies: dependencies)
        let reducer = context.building(make)
        let tree = reducer.resolveTree(in: context, runsFeedbacks: false)
        let kept = reducer.resolveTree(in: context, runsFeedbacks: true)
        let function = tree.function
        return (
            { function.call(&$0, $1) }, tree.prime, tree.isSettled, kept.feedbacks?.answerIfDue,
            kept.areFiltered
        )
    }
}

extension StoreTask {
    /// Whether all of the effects have ended.
    package var isFinished: Bool { group?.isFinished ?? true }
}
