// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// A step from outside the store.
enum EngineStep: Hashable, Sendable {
    case send([EngineMessage])
    /// Through a scope that is taken and dropped.
    case sendThrough([EngineHop], EngineMessage)
    /// One of the effects that run, by its position among their names, sends or ends.
    case effectSends(Int, EngineMessage)
    case effectEnds(Int)
    case observe(EngineObserver)
    case cancelObserver(Int)
    /// Retains a scope, and releases it later.
    case hold([EngineHop])
    case letGo(Int)
    /// Sends through one of the retained scopes, whatever state it has by now.
    case sendHeld(Int, EngineMessage)
    case mount(EngineTree, Int)
    case unmount(Int)
    /// A service with this number, which sends this.
    case attach(Int, EngineMessage?)
    case close
}

/// A tree of reducers, and the steps of a store of it.
struct EngineScenario: Hashable, Sendable {
    var seed: UInt64
    var tree: EngineTree
    /// The actions on the state before the store was made.
    var past: [EngineMessage] = []
    var steps: [EngineStep] = []
}
