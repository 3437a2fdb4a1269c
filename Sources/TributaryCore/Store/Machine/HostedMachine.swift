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
    /// The machine, for code on this actor.
    package var hostedMachine: Machine<State, Action> { machine }

    /// The actor whose executor a new store uses.
    @usableFromInline
    static func home(sharing actor: (any Actor)?) -> any Actor {
        if let host = EffectHost.current { return host.actor }
        return actor ?? Home()
    }
}
