#!/usr/bin/env bash
# Writes a package of the core and its tests alone, without the macros and the packages they need, and prints its
# folder. A change of the core is tested in a minute instead of five. `Scripts/test-core.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=${1:-$root/.build/core}
mkdir -p "$package/Sources" "$package/Tests"
for target in TributaryCore TributaryUndo TributaryComponents TributaryLog TributaryJournal TributaryCluster; do
    ln -sfn "$root/Sources/$target" "$package/Sources/$target"
    ln -sfn "$root/Tests/${target}Tests" "$package/Tests/${target}Tests"
done
ln -sfn "$root/Tests/TributaryTestSupport" "$package/Tests/TributaryTestSupport"
ln -sfn "$root/Tests/Crashing" "$package/Tests/Crashing"
ln -sfn "$root/Tests/JournalFigures" "$package/Tests/JournalFigures"
ln -sfn "$root/Tests/TracingFiles" "$package/Tests/TracingFiles"
ln -sfn "$root/Sources/CSQLite" "$package/Sources/CSQLite"
manifest=$(mktemp)
cat > "$manifest" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    targets: [
        .target(name: "TributaryCore", swiftSettings: settings),
        .target(name: "TributaryUndo", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(
            name: "TributaryTestSupport",
            dependencies: ["TributaryCore", "TributaryUndo", "TributaryComponents"],
            path: "Tests/TributaryTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "TributaryCoreTests",
            dependencies: ["TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TributaryUndoTests",
            dependencies: ["TributaryUndo", "TributaryTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TributaryComponentsTests",
            dependencies: ["TributaryComponents", "TributaryTestSupport"],
            swiftSettings: settings
        ),
        .systemLibrary(name: "CSQLite"),
        .target(name: "TributaryLog", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(
            name: "TributaryJournal",
            dependencies: [
                "TributaryCore", "TributaryLog", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "TributaryLogTests", dependencies: ["TributaryLog"], swiftSettings: settings),
        .target(
            name: "TracingFiles",
            dependencies: [.target(name: "CSQLite", condition: .when(platforms: [.linux]))],
            path: "Tests/TracingFiles",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .testTarget(
            name: "TributaryJournalTests",
            dependencies: ["TributaryJournal", "TributaryTestSupport", "TracingFiles"],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryCluster",
            dependencies: ["TributaryCore", "TributaryLog", "TributaryJournal"],
            swiftSettings: settings
        ),
        // Without those of its tests that need TributaryTesting.
        .testTarget(
            name: "TributaryClusterTests",
            dependencies: ["TributaryCluster"],
            exclude: ["Running"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Crashing",
            dependencies: ["TributaryJournal", "TributaryTestSupport"],
            path: "Tests/Crashing",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "JournalFigures",
            dependencies: ["TributaryJournal"],
            path: "Tests/JournalFigures",
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
# A manifest that did not change is not evaluated again.
cmp -s "$manifest" "$package/Package.swift" || cp "$manifest" "$package/Package.swift"
rm -f "$manifest"
printf '%s\n' "$package"
