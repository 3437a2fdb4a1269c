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
        Benchmark(scenario.name) { benchmark in
            // Stores live on the main actor; the hop there is outside of what is measured.
            await MainActor.run {
                let run = scenario.prepare()
                run(100)
                let count = benchmark.scaledIterations.count
                let before = allocation_count()
                benchmark.startMeasurement()
                run(count)
                benchmark.stopMeasurement()
                benchmark.measurement(allocations, Int(allocation_count() - before))
            }
        }
    }
}
