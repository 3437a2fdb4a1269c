// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// How far `check` searches.
///
/// A search that ends at a limit reports it as not covered.
public struct CheckLimits: Hashable, Sendable {
    /// How long it may take.
    public var time = Duration.seconds(60)

    /// How many steps away from the initial state it goes.
    public var depth = 10_000

    /// How many situations it visits.
    public var situations = 1_000_000

    /// How much memory its tables may take, in bytes.
    public var memory = 1 << 30

    /// How many effects may be in flight when the user acts.
    ///
    /// Users who start work again and again without end would have infinitely many situations. Beyond this number their
    /// actions are not offered, which counts as not covered. Effects that one action starts at once are not limited.
    public var effectsInFlight = 3

    /// The limits for most features.
    public init() {}

    /// Limits that differ in some respects.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - depth: How many steps away from the initial state it goes.
    ///   - situations: How many situations it visits.
    ///   - memory: How much memory its tables may take, in bytes.
    ///   - effectsInFlight: How many effects may be in flight when the user acts.
    public init(
        time: Duration = .seconds(60),
        depth: Int = 10_000,
        situations: Int = 1_000_000,
        memory: Int = 1 << 30,
        effectsInFlight: Int = 3
    ) {
        self.time = time
        self.depth = depth
        self.situations = situations
        self.memory = memory
        self.effectsInFlight = effectsInFlight
    }
}
