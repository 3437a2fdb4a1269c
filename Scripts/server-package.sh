#!/usr/bin/env bash
# Writes a package of the adapters for servers and their tests, with all their traits and without the macros and the packages
# they need, and prints its folder. `Scripts/test-server.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/server}
source Scripts/packages.sh
link Sources TributaryCluster TributaryTesting TributaryServer
link Tests TributaryServerTests
write_manifest <<'MANIFEST'
// Not for the nodes themselves, which need a network then.
let traits: [SwiftSetting] = ["Logging", "Metrics", "Tracing", "Lifecycle", "Cluster"].map { .define($0) }

addTesting()
addCluster(network: false)
package.dependencies += [
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
]
package.targets += [
    .target(
        name: "TributaryServer",
        dependencies: [
            "TributaryCore", "TributaryPersistence", "TributaryLog", "TributaryCluster",
            .product(name: "Logging", package: "swift-log"),
            .product(name: "CoreMetrics", package: "swift-metrics"),
            .product(name: "Tracing", package: "swift-distributed-tracing"),
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        ],
        swiftSettings: traits
    ),
    .testTarget(
        name: "TributaryServerTests",
        dependencies: [
            "TributaryServer", "TributaryCluster", "TributaryJournal", "TributaryTesting",
            .product(name: "InMemoryLogging", package: "swift-log"),
            .product(name: "MetricsTestKit", package: "swift-metrics"),
            .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        ],
        swiftSettings: traits
    ),
]
MANIFEST
printf '%s\n' "$package"
