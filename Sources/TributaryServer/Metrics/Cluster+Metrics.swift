// Part of Tributary. Copyright the Tributary authors.
// SPDX-License-Identifier: Apache-2.0

#if Server
public import CoreMetrics
public import TributaryCluster

extension Cluster {
    /// Measures this node's stores and work, until the task is cancelled.
    ///
    /// ```swift
    /// async let measuring: Void = cluster.measure(as: "chat")
    /// ```
    /// These are the metrics of a node in the list on the page of the module. Each has the dimension `cluster`. They are read at
    /// once, at intervals, and when the task is cancelled, so they add no work to the node's requests.
    ///
    /// - Parameters:
    ///   - name: The dimension `cluster`.
    ///   - interval: The time between two readings.
    ///   - clock: Measures that time.
    ///   - factory: Makes the metrics.
    public func measure(
        as name: String,
        every interval: Duration = .seconds(5),
        clock: any Clock<Duration> = ContinuousClock(),
        with factory: any MetricsFactory = MetricsSystem.factory
    ) async {
        var metrics = NodeMetrics(name, factory)
        repeat { metrics.look(at: counts) } while (try? await clock.sleep(for: interval)) != nil
        metrics.look(at: counts)
    }
}

/// The metrics of a node, with their last values.
private struct NodeMetrics {
    private let meters: [(meter: Meter, count: KeyPath<ClusterCounts, Int>)]
    private let counters: [(counter: Counter, count: KeyPath<ClusterCounts, Int>)]
    private var last = ClusterCounts()

    init(_ name: String, _ factory: any MetricsFactory) {
        let dimensions = [("cluster", name)]
        func counter(_ label: String, _ more: [(String, String)] = []) -> Counter {
            Counter(label: "tributary_cluster_\(label)", dimensions: dimensions + more, factory: factory)
        }
        func meter(_ label: String) -> Meter {
            Meter(label: "tributary_cluster_\(label)", dimensions: dimensions, factory: factory)
        }
        meters = [
            (meter("stores"), \.stores), (meter("waiting"), \.waiting), (meter("asked"), \.asked),
            (meter("messages"), \.messages),
        ]
        counters = [
            (counter("openings"), \.openings),
            (counter("commands", [("result", "committed")]), \.committed),
            (counter("commands", [("result", "refused")]), \.refused),
            (counter("commands", [("result", "unknown")]), \.unknown),
            (counter("set_aside"), \.setAside),
            (counter("missed_hints"), \.missedHints),
            (counter("failures"), \.failures),
        ]
    }

    mutating func look(at counts: ClusterCounts) {
        for (meter, count) in meters { meter.set(counts[keyPath: count]) }
        for (counter, count) in counters {
            counter.increment(by: counts[keyPath: count] - last[keyPath: count])
        }
        last = counts
    }
}
#endif
