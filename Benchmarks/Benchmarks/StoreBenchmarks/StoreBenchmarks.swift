// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

import AllocationCounter
import Benchmark
import Scenarios

private let allocations = BenchmarkMetric.custom("Allocations", polarity: .prefersSmaller)

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .instructions, allocations],
        scalingFactor: .kilo,
        maxDuration: .seconds(1),
        maxIterations: 1_000
    )
    for scenario in Scenario.all {
        let prepared = Prepared(scenario)
        var configuration = Benchmark.defaultConfiguration
        // A batch is one iteration.
        if scenario.batch > 1 { configuration.scalingFactor = .one }
        Benchmark(scenario.name, configuration: configuration) { benchmark in
            // Stores live on the main actor; the hop there is not measured. The benchmark waits here until
            // the closure is done, so only one of them uses it at a time.
            nonisolated(unsafe) let benchmark = benchmark
            await MainActor.run {
                let run = prepared.run
                let count = benchmark.scaledIterations.count * scenario.batch
                let before = allocation_count()
                benchmark.startMeasurement()
                run(count)
                benchmark.stopMeasurement()
                benchmark.measurement(allocations, Int(allocation_count() - before))
            }
        }
    }
}

/// A scenario that is made when it is first measured, and then kept.
@MainActor
private final class Prepared {
    private let scenario: Scenario

    private(set) lazy var run: (Int) -> Void = {
        let run = scenario.prepare()
        // Once to warm up: the work of the first action, such as resolving, is not measured.
        run(max(100, scenario.batch))
        return run
    }()

    nonisolated init(_ scenario: Scenario) { self.scenario = scenario }
}
