// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine with its types erased: what tests and undo histories need of it.
package protocol HostedMachine: AnyObject {
    /// The effects that run: neither ended nor cancelled, in the order in which they began.
    var runningEffects: [EffectDescription] { get }

    /// Cancels every effect that runs.
    func cancelEffects()

    /// Runs a turn for what was sent through handles while the machine was idle.
    func openInbox()

    /// The dependencies of the reducers.
    var dependencies: Dependencies { get }

    /// Whether it takes no more actions.
    var isClosed: Bool { get }

    /// Ends the machine.
    func close(fileID: String, line: UInt)
}

extension Machine: HostedMachine {}

/// A machine as the parts of its state see it, whatever their types.
@usableFromInline
protocol PartMachine: AnyObject {
    /// The dependencies of the reducers, for what is made to be beside them.
    var dependencies: Dependencies { get }

    /// What diagnostics are reported to.
    var reporter: DiagnosticReporter { get }

    /// What the Observation framework tracks of the whole store.
    var fields: TrackedFields { get }

    /// Whether a reducer has the state, so that it cannot be read.
    var isReducing: Bool { get }

    /// Goes on after the state was read, with what was sent meanwhile if nothing was being done.
    func endReading(in phase: MachinePhase)

    /// What other threads send through; made when it is first needed.
    func makeInbox() -> StoreInbox

    /// Observes a part in its tree of observers.
    func observe(
        in tree: AnyObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken

    /// Whether what it does is written down.
    var isRecorded: Bool { get }

    /// Calls a closure when what was reduced up to now is durable.
    func whenCommitted(_ tell: @escaping () -> Void)

    /// Lets a stream end with the machine.
    func insert(_ end: StreamEnd)

    /// Calls a closure, and reduces what it sent when it has returned.
    func asOneTurn<Result>(_ body: () -> Result) -> Result

    /// Ends the machine.
    func close(at site: SourceSite?)

    /// Waits for all effects.
    nonisolated(nonsending) func finish() async

    /// Lets effects that wait for their time begin, and waits for them.
    nonisolated(nonsending) func flush() async
}

extension Machine: PartMachine {
    @usableFromInline var reporter: DiagnosticReporter { dependencies.diagnosticReporter }

    @usableFromInline var isReducing: Bool { storage.pointee.phase == .reducing }

    @usableFromInline
    func insert(_ end: StreamEnd) {
        // A closed store has nothing more to tell.
        if isClosed { end() } else { streams.insert(end) }
    }
}

extension Machine {
    /// Runs effects on behalf of the actor of a store, unless a test decides where.
    @usableFromInline
    func runEffects(ofStoreOn actor: any Actor) {
        guard let host = EffectHost.current else { return runEffects(on: actor, executor: nil) }
        runEffects(on: host.actor, executor: host.makeExecutor)
    }
}

extension StoreActor {
    /// The machine, for code on this actor.
    package var hostedMachine: Machine<State, Action> { machine }

    /// The actor whose executor a new store uses.
    @usableFromInline
    static func home(sharing actor: (any Actor)?) -> any Actor {
        if let host = EffectHost.current { return host.actor }
        return actor ?? Home()
    }
}
