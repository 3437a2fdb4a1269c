#!/usr/bin/env bash
# Writes a package of the adapters for servers and their tests, with all their traits and without the macros and the packages
# they need, and prints its folder. `Scripts/test-server.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=${1:-$root/.build/server}
mkdir -p "$package/Sources" "$package/Tests"
for target in TributaryCore TributaryComponents TributaryLog TributaryJournal TributaryCluster TributaryTesting \
    TributaryServer CSQLite; do
    ln -sfn "$root/Sources/$target" "$package/Sources/$target"
done
ln -sfn "$root/Tests/TributaryServerTests" "$package/Tests/TributaryServerTests"
manifest=$(mktemp)
cat > "$manifest" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }
// Not for the nodes themselves, which need a network then.
let traits: [SwiftSetting] = ["Logging", "Metrics", "Tracing", "Lifecycle", "Cluster"].map { .define($0) }

let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    dependencies: [
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
    ],
    targets: [
        .target(name: "TributaryCore", swiftSettings: settings),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(name: "TributaryLog", dependencies: ["TributaryCore"], swiftSettings: settings),
        .systemLibrary(name: "CSQLite"),
        .target(
            name: "TributaryJournal",
            dependencies: [
                "TributaryCore", "TributaryLog", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryCluster",
            dependencies: ["TributaryCore", "TributaryLog", "TributaryJournal"],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryTesting",
            dependencies: [
                "TributaryCore", "TributaryComponents", "TributaryLog",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryServer",
            dependencies: [
                "TributaryCore", "TributaryLog", "TributaryCluster",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings + traits
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
            swiftSettings: settings + traits
        ),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
# A manifest that did not change is not evaluated again.
cmp -s "$manifest" "$package/Package.swift" || cp "$manifest" "$package/Package.swift"
rm -f "$manifest"
printf '%s\n' "$package"
