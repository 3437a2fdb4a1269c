// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import Scenarios

/// Runs scenarios by name, without any framework around them: in a debug build, or under a tool that counts
/// instructions.
///
///     ScenarioRunner --list
///     ScenarioRunner --allocations
///     ScenarioRunner --memory
///     ScenarioRunner --ratios NAME…
///     ScenarioRunner [--count N] [NAME | PREFIX/ …]

var arguments = Array(CommandLine.arguments.dropFirst())

if arguments == ["--list"] {
    for scenario in Scenario.all { print(scenario.name) }
} else if arguments == ["--allocations"] {
    // Code by hand is not this library's, and how often contending tasks meet is a matter of chance.
    for scenario in Scenario.all where scenario.isRepeatable && !scenario.isByHand {
        let run = scenario.prepare()
        let count = max(1_000, scenario.batch)
        run(count)
        // The system's threads, timers and queues now and then allocate something of their own while tasks run, and
        // never anything less: the lowest of some rounds is the scenario's own.
        var allocations = Double.infinity
        for _ in 0..<(scenario.runsTasks ? 10 : 1) {
            allocations = min(allocations, measure(run, rounds: 1, count: count).allocations)
        }
        print(scenario.name, Int(allocations.rounded()))
    }
} else if arguments == ["--memory"] {
    for footprint in Footprint.all { print(footprint.name, bytes(of: footprint)) }
} else if arguments.first == "--ratios" {
    // Processor time in hundredths of the baseline: the minimum of alternating rounds.
    for scenario in Scenario.all where arguments.contains(scenario.name) {
        let pair = [scenario] + Scenario.all.filter { $0.name == scenario.baseline }
        let runs = pair.map { $0.prepare() }
        for run in runs { run(scenario.batch) }
        var least = [Double.infinity, .infinity]
        for _ in 0..<10 {
            for (index, run) in runs.enumerated() {
                least[index] = min(least[index], measure(run, rounds: 1, count: scenario.batch).processor)
            }
        }
        print(scenario.name, Int((least[0] / least[1] * 100).rounded()))
    }
} else {
    var fixedCount: Int?
    if let index = arguments.firstIndex(of: "--count"), index + 1 < arguments.count {
        fixedCount = Int(arguments[index + 1])
        arguments.removeSubrange(index...(index + 1))
    }
    let chosen = Scenario.all.filter { scenario in
        arguments.isEmpty
            || arguments.contains {
                scenario.name == $0 || ($0.hasSuffix("/") && scenario.name.hasPrefix($0))
            }
    }
    var times: [String: Double] = [:]
    // Processor time is that of all threads: more than the time that passes where they work side by side, and less where a
    // scenario waits.
    print("scenario                             ns/run  processor ns  allocations  ratio to its baseline")
    // Baselines first, so that every ratio is known.
    let baselines = Set(chosen.compactMap(\.baseline))
    func rank(_ scenario: Scenario) -> Int {
        baselines.contains(scenario.name) ? scenario.baseline == nil ? 0 : 1 : 2
    }
    let ordered = (0...2).flatMap { place in chosen.filter { rank($0) == place } }
    for scenario in ordered {
        let run = scenario.prepare()
        // Once to warm up: the work of the first action, such as resolving, is not measured.
        run(fixedCount ?? max(100, scenario.batch))
        let (time, processor, allocations) =
            fixedCount.map { measure(run, rounds: 1, count: $0) } ?? measure(run, batch: scenario.batch)
        times[scenario.name] = time
        let ratio = scenario.baseline.flatMap { times[$0] }.map {
            "\(rounded(time / $0)) × \(scenario.baseline ?? "")"
        }
        print(
            scenario.name.padded(to: 34),
            rounded(time).leftPadded(to: 10),
            rounded(processor).leftPadded(to: 13),
            rounded(allocations).leftPadded(to: 12),
            "  ",
            ratio ?? ""
        )
    }
}

/// The cost of one run.
typealias Cost = (nanoseconds: Double, processor: Double, allocations: Double)

/// The least of many rounds of 0.4 ms of the processor or more: whatever else the machine does only makes a round slower,
/// and a short round is more likely to be left alone.
///
/// The number of runs in a given time is also the best of several rounds, because interrupted rounds are
/// useless.
func measure(_ run: (Int) -> Void, batch: Int) -> Cost {
    var count = batch
    func least() -> Double {
        (0..<5).reduce(.infinity) { least, _ in min(least, measure(run, rounds: 1, count: count).processor) }
    }
    while least() * Double(count) < 400_000 { count *= 2 }
    return measure(run, rounds: batch < 10_000 ? 100 : 10, count: count)
}

func measure(_ run: (Int) -> Void, rounds: Int, count: Int) -> Cost {
    let clock = ContinuousClock()
    var time = Double.infinity
    let (before, used) = (allocation_count(), processor_seconds())
    for _ in 0..<rounds {
        let elapsed = clock.measure { run(count) }.components
        time = min(time, Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18)
    }
    // Of all rounds, because that of other threads is counted late.
    let processor = (processor_seconds() - used) / Double(rounds)
    let allocations = Double(allocation_count() - before) / Double(rounds)
    return (time * 1e9 / Double(count), processor * 1e9 / Double(count), allocations / Double(count))
}

/// The bytes of one of the things.
@MainActor
func bytes(of footprint: Footprint) -> Int {
    let make = footprint.prepare()
    let before = allocated_bytes()
    let things = make()
    let after = allocated_bytes()
    return withExtendedLifetime(things) { Int(after - before) / Footprint.count }
}

func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
