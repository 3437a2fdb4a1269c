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

    /// Sends a step of an undo history.
    func sendStep(_ actions: [EffectOperation], perform: @escaping StepBody) -> StoreTask
}

/// The interface of a machine for the parts of its state, whatever their types.
protocol PartMachine: HostedMachine, EffectMachineOwner {
    /// The flags that every action checks.
    var status: MachineStatus { get }

    /// The observers of the whole store.
    var stateObservers: StateObservers { get }

    /// The inbox for other threads; made at its first use.
    func makeInbox() -> StoreInbox

    /// Appends an action to the queue.
    func enqueue(_ pending: consuming PendingAction)

    /// Calls a closure when all actions so far are durable.
    func whenCommitted(_ tell: @escaping () -> Void)

    /// Calls a closure, and reduces the actions that it sent after it has returned.
    func asOneTurn<Result>(_ body: () -> Result) -> Result
}

extension Machine: PartMachine {
    /// Runs effects on behalf of the actor of a store, unless a test sets another one.
    func runEffects(ofStoreOn actor: any Actor) {
        let host = EffectHost.current
        runEffects(on: host?.actor ?? actor, executor: host?.makeExecutor)
    }
}

extension PartMachine {
    /// The reporter of diagnostics.
    var reporter: DiagnosticReporter { dependencies.diagnosticReporter }

    /// Observes a part in its tree of observers.
    func observe(
        in tree: ObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken {
        let observer = Observer(function, in: tree, of: scope)
        tree.insert(observer)
        status.isObserved = true
        let token = ObservationToken(holding: observer)
        observer.call(nil)
        return token
    }

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
        let observation = observe(continuation)
        // The sequence of a closed store ends with the current value, and keeps nothing alive.
        guard !isClosed else {
            continuation.finish()
            return stream
        }
        let token = ObservationToken([observation, onEnd { continuation.finish() }])
        continuation.onTermination = { _ in token.cancel() }
        return stream
    }

    /// Calls a closure when the machine ends, unless the token is dropped before.
    func onEnd(_ onEnd: @escaping @Sendable () -> Void) -> ObservationToken {
        let onEnd = Reference(onEnd as () -> Void)
        // A closed store delivers no more values.
        if isClosed { onEnd.value() } else { stateObservers.ends.append(Weak(onEnd)) }
        return ObservationToken(holding: onEnd)
    }
}

/// A tool's view of a machine's actions and states: it changes nothing, and nothing waits for it.
///
/// A machine has any number in addition to its recorder, attached at any time. It calls them on its actor.
package protocol Inspection<State, Action>: AnyObject {
    associatedtype State
    associatedtype Action

    /// Receives an action as the reducers received it, and the state after it, when its effects have begun.
    ///
    /// The number is that of the entry if the machine is recorded, otherwise the count since the inspection began. The cause is the
    /// number of the action whose effect or follow-up this is, if it was numbered.
    func didReduce(_ action: ActionRecord<State, Action>, number: Int, cause: Int?)

    /// Called when observers are notified, together, of all actions since the last time.
    func didCommit()

    /// An effect has begun, or is over, while an action with this number was reduced.
    func didChange(_ effect: EffectEvent, by action: Int?)

    /// The machine is closed.
    func didClose()
}

extension Machine {
    /// Its inspections, in order; each is called from the next action on.
    ///
    /// Without a recorder and inspections, the machine has no overhead of inspection; without inspections, its effects have none.
    package var inspections: [any Inspection<State, Action>] {
        get { recording?.inspections ?? [] }
        set {
            let recording = recording ?? Recording(nil)
            recording.inspections = newValue
            // A closed machine has no recorder, but may wait for its last commit.
            let isOver = newValue.isEmpty && recording.recorder == nil && !recording.isWaiting
            self.recording = isOver ? nil : recording
            status.isAttended = true
            // The runner may live longer than the machine.
            effects.watch = newValue.isEmpty ? nil : { [weak recording] in recording?.didChange($0) }
        }
    }

    /// The number of actions that wait for their turn, including those from other threads, and of commits in flight, if it is recorded.
    package var waiting: (actions: Int, commits: Int?) {
        (status.queue.count + (inbox?.waitingCount ?? 0), isRecorded ? recording?.inFlight.count : nil)
    }

    /// The newest state while another is shown; `nil` at other times.
    package var hiddenState: State? { travel?.newest }

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
    /// Shows another state to readers and observers of the machine, or the newest again.
    ///
    /// No reducer, effect, or feedback sees it. Effects continue; all actions wait. Within a turn, and in a closed machine, it does
    /// nothing. Observers are notified as after a change of the whole state, at the same cost.
    ///
    /// - Parameter state: The state to be shown; `nil` shows the newest, and reduces the actions sent meanwhile.
    package func travel(to state: State?) {
        guard let state else { return comeBack() }
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
    func comeBack() {
        guard let travel, !travel.isShowing else { return }
        self.travel = nil
        show(travel.newest)
        continueTurn()
    }

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
    ///
    /// Those that have ended since the last turn are registered before.
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
            { function.call(&$0, $1) }, { tree.watches?.prime($0) }, tree.isSettled,
            kept.watches?.feedbacks?.answerIfDue, kept.watches?.areFiltered == true
        )
    }
}

extension StoreTask {
    /// Whether all of the effects have ended.
    package var isFinished: Bool { group?.isFinished ?? true }
}
