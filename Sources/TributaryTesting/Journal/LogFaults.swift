// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// The faults of a `MemoryLog`, and their probabilities.
///
/// Each is a probability from 0 to 1 for each commit or snapshot. The faults follow from the seed and from the order of the calls,
/// which `withEffects(in:)` derives from a seed, too.
public struct LogFaults: Sendable {
    /// The seed of the faults.
    public var seed: UInt64

    /// A write is durable, but its caller gets an error that leaves this open; the log takes no more.
    public var lostAnswers = 0.0

    /// A write arrives twice, as in a network: the answer is that of the second one, that the number is taken.
    public var doubledAnswers = 0.0

    /// The number is taken, as if another writer continued the log; nothing is written.
    public var fences = 0.0

    /// There is no room; nothing is written, and the log takes no more.
    public var fullDisk = 0.0

    /// How many steps of others may come between writing something and its being durable.
    public var delay = 0...0

    /// A change of messages that need not be durable is lost without an error, as with the server that had it.
    public var lostMessages = 0.0

    /// A node is not woken when there is something for it.
    public var lostHints = 0.0

    /// Whether writes that were not durable at a crash may be there nonetheless, in part or garbled.
    public var tornTails = false

    /// No faults, until some are set.
    public init(seed: UInt64 = 0) { self.seed = seed }

    /// Nothing goes wrong.
    public static let none = LogFaults()

    /// Each fault occurs in one call of thirty.
    public static func random(seed: UInt64) -> LogFaults {
        var faults = LogFaults(seed: seed)
        (faults.lostAnswers, faults.doubledAnswers) = (0.01, 0.01)
        (faults.fences, faults.fullDisk) = (0.005, 0.005)
        (faults.lostMessages, faults.lostHints) = (0.01, 0.01)
        faults.delay = 0...6
        faults.tornTails = true
        return faults
    }
}
