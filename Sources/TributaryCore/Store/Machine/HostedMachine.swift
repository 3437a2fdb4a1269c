// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A machine whose state and actions are hidden: what tests and undo histories need of it.
package protocol HostedMachine: AnyObject {
    /// The effects that run: neither ended nor cancelled, in the order in which they began.
    var runningEffects: [EffectDescription] { get }

    /// Cancels every effect that runs.
    func cancelEffects()

    /// Runs a turn for what came in through handles while the machine was idle.
    func openInbox()

    /// The dependencies of the reducers.
    var dependencies: Dependencies { get }

    /// Whether it takes no more actions.
    var isClosed: Bool { get }
}

extension Machine: HostedMachine {}

extension Machine {
    /// Runs effects on behalf of the actor of a store, unless a test decides where.
    @usableFromInline
    func runEffects(ofStoreOn actor: any Actor) {
        guard let host = EffectHost.current else { return runEffects(on: actor, executor: nil) }
        runEffects(on: host.actor, executor: host.makeExecutor)
    }
}

extension StoreActor {
    /// The machine, for whoever is on this actor.
    package var hostedMachine: Machine<State, Action> { machine }

    /// The actor whose executor a store takes that is made now.
    @usableFromInline
    static func home(sharing actor: (any Actor)?) -> any Actor {
        if let host = EffectHost.current { return host.actor }
        return actor ?? Home()
    }
}
