// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TributaryCore
import TributaryTestSupport

#if os(macOS) || os(Linux) || os(Windows)
/// Law 14 for hostile code that does several things at several places at once, also within its own deeds.
///
/// Each seed has a process of its own, so that a seed that stops the program is one failure among the others.
/// `Scripts/explore.sh hostile` tries many.
@Suite(.timeLimit(.minutes(30)), .serialized)
struct HostileMixtureLawTests {
    private static let seeds: Range<Int> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["TRIBUTARY_HOSTILE_SEED"].flatMap { Int($0) } ?? 0
        return first..<first
            + (environment["TRIBUTARY_HOSTILE_SEEDS"].flatMap { Int($0) } ?? amount(8, inDebug: 2))
    }()

    @Test(arguments: seeds)
    func `law 14: hostile code in all callbacks at once neither stops the program nor misses anything`(
        seed: Int
    ) async {
        // If one seed stops, a debugger and the report of the runtime show more in this process.
        if ProcessInfo.processInfo.environment["TRIBUTARY_HOSTILE_SEEDS"] == "1" {
            return await Mixture(seed: UInt64(seed)).run()
        }
        await #expect(processExitsWith: .success) { [seed] in await Mixture(seed: UInt64(seed)).run() }
    }
}

/// A haunted house for a while, with an intruder in some of its places.
@MainActor
private final class Mixture {
    private let haunting = Haunting()
    private var generator: SeededGenerator
    private let isEnding: Bool

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        isEnding = generator.chance(20)
    }

    func run() async {
        let deeds = Haunting.Deed.allCases.filter { isEnding || ![.close, .drop].contains($0) }
        let harmless = deeds.filter(\.isHarmless)
        let places = Intruder.Place.allCases.filter { _ in generator.chance(50) }
        let intruder = Intruder(
            at: Set(places),
            chance: generator.number(1..<25),
            depth: generator.number(1..<6),
            limit: 2_000,
            seed: generator.next()
        ) { [self] mayBeInChange in
            let possible = mayBeInChange ? harmless : deeds
            haunting.perform(possible[generator.number(0..<possible.count)])
        }
        await intruder.haunt {
            for _ in 0..<30 {
                haunting.perform(deeds[generator.number(0..<deeds.count)])
                haunting.perform(.haunt)
                for _ in 0..<generator.number(0..<20) { await Task.yield() }
                haunting.clock.advance(by: .milliseconds(generator.number(0..<1_500)))
            }
        }
        #expect(intruder.count > 0 || places.isEmpty)
        guard !isEnding else { return }
        let before = haunting.store.number.value
        haunting.store.send(.tick)
        let ticks = haunting.store.number.value
        #expect(ticks > before)
        #expect(haunting.lateObservers(at: ticks) == [])
    }
}
#endif
