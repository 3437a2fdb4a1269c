// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// What trying a scenario under many orders has shown.
public struct Exploration: Sendable {
    /// Under how many orders the scenario ran, not counting those that made a failure shorter.
    public internal(set) var count = 0

    /// Whether these were all orders there are.
    public internal(set) var isComplete = false

    /// Where the orders that were drawn by lot come from; `nil` when all were tried.
    public internal(set) var seed: UInt64?

    /// The shortest order that fails, if one does, to be replayed: which possibility is taken each time.
    public internal(set) var failingOrder: [Int]?

    /// What failed under that order.
    public internal(set) var failures: [String] = []
}
