// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

/// Something to be measured: made once, then run as often as asked.
public struct Scenario: Sendable {
    /// The name, such as `send/flat`.
    public let name: String

    /// The scenario to compare with: the same by hand, or at another size.
    public let baseline: String?

    /// How many runs belong together, such as effects that are there at once: it is run that many times, or a multiple.
    public let batch: Int

    /// Whether a run allocates the same every time.
    public let isRepeatable: Bool

    /// Whether others are compared with it: the same without this library.
    public var isByHand: Bool { name.contains("/by-hand") }

    /// Whether tasks do a part of it, on the system's threads.
    public var runsTasks: Bool { name.hasPrefix("effect/") || name.hasPrefix("journal/") }

    /// Makes the preconditions, and returns a closure that runs the scenario a number of times.
    public let prepare: @Sendable @MainActor () -> (Int) -> Void

    init(
        _ name: String,
        baseline: String? = nil,
        batch: Int = 1,
        isRepeatable: Bool = true,
        prepare: @escaping @Sendable @MainActor () -> (Int) -> Void
    ) {
        self.name = name
        self.baseline = baseline
        self.batch = batch
        self.isRepeatable = isRepeatable
        self.prepare = prepare
    }

    /// All of them.
    public static let all =
        sending + byHand + breadth + mounts + listening + payloads + cases + collections + observing + scoping
        + feedback + depending
        + contending
        + effects
        + runningEffects + mainEffects + modules + testing + journal
}
