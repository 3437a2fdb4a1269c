// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The result of running a scenario under many orders.
public struct Exploration: Sendable {
    /// Under how many orders the scenario ran, not counting those that shortened a failing order.
    public internal(set) var count = 0

    /// Whether these were all possible orders.
    public internal(set) var isComplete = false

    /// The seed of the sampled orders; `nil` if all orders were tried.
    public internal(set) var seed: UInt64?

    /// How many situations with a choice the runs were in; `nil` if situations were not merged.
    ///
    /// Two runs in the same situation are merged. A situation consists of the states of the stores, the effects in flight with
    /// their origins, and the place in the scenario. Situations are not merged if a state or an action is not Hashable, if the
    /// scenario has a store that is no `TestStore` of a reducer, or if a dependency remembers something from one call to the next.
    public internal(set) var situationCount: Int?

    /// The shortest failing order, if one fails: which possibility to take each time.
    ///
    /// Pass it to replay that order.
    public internal(set) var failingOrder: [Int]?

    /// The failures under that order.
    public internal(set) var failures: [String] = []
}
