// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

extension Dependencies {
    /// Passes a generator of random numbers to a closure; by default the system's.
    ///
    /// ```swift
    /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    /// …
    /// state.die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
    /// ```
    /// In a test, the default reports every use, and continues with the numbers of a fixed seed.
    public var withRandomNumberGenerator: WithRandomNumberGenerator {
        get { self[WithRandomNumberGeneratorKey.self] }
        set { self[WithRandomNumberGeneratorKey.self] = newValue }
    }
}

/// Passes a generator of random numbers to closures, which share its numbers.
public struct WithRandomNumberGenerator: Sendable, UseReporting {
    private let generator: SharedGenerator
    package var endpoint: UnimplementedEndpoint?

    /// Passes on a generator; copies share it.
    public init(_ generator: some RandomNumberGenerator & Sendable) {
        self.generator = SharedGenerator(generator)
    }

    /// Passes on a generator whose numbers follow from a seed, and are the same on all machines.
    ///
    /// Use it for tests and replays, not for secrets.
    public static func seeded(_ seed: UInt64) -> WithRandomNumberGenerator {
        Self(SeededGenerator(state: seed))
    }

    /// A generator that fails the test when it is used, and continues with the numbers of a fixed seed.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call, for the diagnostic.
    ///   - line: The line of the call, for the diagnostic.
    /// - Returns: The generator.
    public static func unimplemented(
        fileID: String = #fileID,
        line: UInt = #line
    ) -> WithRandomNumberGenerator {
        var generator = seeded(0)
        let site = SourceSite(fileID: fileID, line: line)
        generator.endpoint = UnimplementedEndpoint("Dependencies.withRandomNumberGenerator", site: site)
        return generator
    }

    /// Passes the generator to a closure.
    ///
    /// Closures that run at the same time share its numbers. Reducers of a recorded store get the numbers of their entry instead
    /// of those of the generator that is set.
    ///
    /// - Parameter body: Uses the generator.
    /// - Returns: The closure's result.
    /// - Throws: Any error that the closure throws.
    public func callAsFunction<Result>(
        _ body: (inout any RandomNumberGenerator & Sendable) throws -> Result
    ) rethrows -> Result {
        var numbers: any RandomNumberGenerator & Sendable = generator
        if let entry = use() { numbers = entry }
        return try body(&numbers)
    }
}

/// Gives each number to one of those that share the generator.
private final class SharedGenerator: RandomNumberGenerator, Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: some RandomNumberGenerator & Sendable) { self.generator = Mutex(generator) }

    func next() -> UInt64 { generator.withLock { $0.next() } }
}

/// SplitMix64: a fixed sequence for each seed, which repeats a number only after all others.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

private enum WithRandomNumberGeneratorKey: DependencyKey {
    static func value(in dependencies: Dependencies) -> WithRandomNumberGenerator {
        dependencies.isTesting ? .unimplemented() : WithRandomNumberGenerator(SystemRandomNumberGenerator())
    }
}

/// The time and the random numbers for a reducer whose actions are recorded.
///
/// The numbers follow from the entry's place in the log, so that a replay gets the same ones and the log need not contain them.
///
/// It is set while a reducer runs, and not for effects.
package final class RecordedEntry: RandomNumberGenerator, Sendable {
    /// The entry that is being reduced, or reduced again.
    @TaskLocal static var current: RecordedEntry?

    /// The number of the entry.
    let number: Int

    /// Its time, in milliseconds since 1970.
    package let milliseconds: Int

    private let random: SharedGenerator

    /// - Parameters:
    ///   - number: Of the entry.
    ///   - milliseconds: Its time since 1970.
    ///   - seed: Differs from log to log.
    package init(number: Int, milliseconds: Int, seed: UInt64) {
        self.number = number
        self.milliseconds = milliseconds
        // Neighbors get seeds that are far from each other.
        random = SharedGenerator(
            SeededGenerator(state: seed ^ (UInt64(bitPattern: Int64(number)) &* 0xd6e8_feb8_6659_fd93))
        )
    }

    /// The next random number.
    package func next() -> UInt64 { random.next() }
}

extension UseReporting {
    /// The entry of the reducer that uses the value, if its actions are recorded; else the use is reported.
    package func use() -> RecordedEntry? {
        let entry = RecordedEntry.current
        if entry == nil { endpoint?.report() }
        return entry
    }
}
