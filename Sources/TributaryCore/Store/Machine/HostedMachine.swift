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

    /// Closes the machine.
    func close(fileID: String, line: UInt)
}

extension Machine: HostedMachine {}

/// The interface of a machine for the parts of its state, whatever their types.
protocol PartMachine: AnyObject {
    /// The dependencies of the reducers, for the companions.
    var dependencies: Dependencies { get }

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
        in tree: AnyObserverTree,
        retaining scope: AnyObject?,
        _ function: @escaping Observer.Function
    ) -> ObservationToken

    /// Whether it is recorded.
    var isRecorded: Bool { get }

    /// Calls a closure when all actions so far are durable.
    func whenCommitted(_ tell: @escaping () -> Void)

    /// Ends a stream when the machine ends.
    func insert(_ end: StreamEnd)

    /// Calls a closure, and reduces the actions that it sent after it has returned.
    func asOneTurn<Result>(_ body: () -> Result) -> Result

    /// Closes the machine.
    func close(at site: SourceSite?)

    /// Waits for all effects.
    nonisolated(nonsending) func finish() async

    /// Starts delayed effects immediately, and waits for them.
    nonisolated(nonsending) func flush() async
}

extension Machine: PartMachine {
    var reporter: DiagnosticReporter { dependencies.diagnosticReporter }

    var isReducing: Bool { storage.pointee.phase == .reducing }

    func insert(_ end: StreamEnd) {
        // A closed store delivers no more values.
        if isClosed { end() } else { streams.insert(end) }
    }
}

extension Machine {
    /// Runs effects on behalf of the actor of a store, unless a test sets another one.
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
