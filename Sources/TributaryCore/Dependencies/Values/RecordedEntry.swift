// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// What the world is for a reducer whose actions are recorded: the time of the entry, and random numbers that follow from
/// its place, so that a replay reads the same without having recorded what was read.
///
/// It is there while a reducer runs, and not for effects.
package final class RecordedEntry: Sendable {
    /// The entry that is being reduced, or reduced again.
    @TaskLocal package static var current: RecordedEntry?

    /// The number of the entry.
    package let number: Int

    /// Its time, in milliseconds since 1970.
    package let milliseconds: Int

    /// Lends the random numbers of the entry.
    let random: Mutex<SeededGenerator>

    /// - Parameters:
    ///   - number: Of the entry.
    ///   - milliseconds: Its time since 1970.
    ///   - seed: Differs from log to log.
    package init(number: Int, milliseconds: Int, seed: UInt64) {
        self.number = number
        self.milliseconds = milliseconds
        // Neighbours get seeds that are far from each other.
        random = Mutex(
            SeededGenerator(state: seed ^ (UInt64(bitPattern: Int64(number)) &* 0xd6e8_feb8_6659_fd93))
        )
    }

    /// The next random number.
    package func nextRandom() -> UInt64 { random.withLock { $0.next() } }
}

/// The random numbers of the entry that is being reduced, as a generator.
struct RecordedNumbers: RandomNumberGenerator, Sendable {
    let entry: RecordedEntry

    mutating func next() -> UInt64 { entry.nextRandom() }
}
