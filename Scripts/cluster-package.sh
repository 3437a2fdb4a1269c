#!/usr/bin/env bash
# Writes a package of the cluster, the log in PostgreSQL and their tests, with what their traits bring, without the macros and the
# packages they need, and prints its folder. Scripts/check-mutations.sh runs its tests beside real servers.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=${1:-$root/.build/cluster}
mkdir -p "$package/Sources" "$package/Tests"
for target in TributaryCore TributaryComponents TributaryLog TributaryJournal TributaryTesting TributaryPostgres TributaryCluster \
    CSQLite CPostgres; do
    ln -sfn "$root/Sources/$target" "$package/Sources/$target"
done
for target in TributaryPostgresTests TributaryClusterTests; do ln -sfn "$root/Tests/$target" "$package/Tests/$target"; done
manifest=$(mktemp)
cat > "$manifest" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
settings += [.define("Postgres"), .define("Cluster")]
if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    dependencies: [
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"6.0.0"),
    ],
    targets: [
        .target(name: "TributaryCore", swiftSettings: settings),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(name: "TributaryLog", dependencies: ["TributaryCore"], swiftSettings: settings),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CPostgres"),
        .target(
            name: "TributaryJournal",
            dependencies: [
                "TributaryCore", "TributaryLog", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
            ],
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
            name: "TributaryPostgres",
            dependencies: ["TributaryLog", "CPostgres"],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryCluster",
            dependencies: [
                "TributaryCore", "TributaryLog", "TributaryJournal",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TributaryPostgresTests",
            dependencies: ["TributaryPostgres", "TributaryJournal", "TributaryTesting"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TributaryClusterTests",
            dependencies: [
                "TributaryCluster", "TributaryJournal", "TributaryPostgres", "TributaryTesting",
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
cmp -s "$manifest" "$package/Package.swift" || cp "$manifest" "$package/Package.swift"
rm -f "$manifest"
printf '%s\n' "$package"
