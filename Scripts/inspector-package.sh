#!/usr/bin/env bash
# Writes a package of the inspector, its tests and a program to try it with, without the macros and the packages they
# need, and prints its folder. `Scripts/test-inspector.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=${1:-$root/.build/inspect}
mkdir -p "$package/Sources" "$package/Tests"
for target in TributaryCore TributaryUndo TributaryComponents TributaryLog TributaryJournal TributaryInspector CSQLite CStack; do
    ln -sfn "$root/Sources/$target" "$package/Sources/$target"
done
for target in TributaryInspectorTests TributaryTestSupport Inspected InspectorFigures; do
    ln -sfn "$root/Tests/$target" "$package/Tests/$target"
done
ln -sfn "$root/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
# The same program once more, which is built without the inspector.
ln -sfn "$root/Tests/InspectorFigures" "$package/Tests/BareFigures"
manifest=$(mktemp)
cat > "$manifest" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
settings.append(.define("Inspector"))
if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    dependencies: [.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1")],
    targets: [
        .target(name: "TributaryCore", swiftSettings: settings),
        .target(name: "TributaryUndo", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"], swiftSettings: settings),
        .target(name: "TributaryLog", dependencies: ["TributaryCore"], swiftSettings: settings),
        .systemLibrary(name: "CSQLite"),
        .target(name: "CStack"),
        .target(
            name: "TributaryJournal",
            dependencies: [
                "TributaryCore", "TributaryLog", .target(name: "CSQLite", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryInspector",
            dependencies: [
                "TributaryCore", "TributaryLog", .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
                .target(name: "CStack", condition: .when(platforms: [.linux])),
            ],
            exclude: ["Page"],
            swiftSettings: settings
        ),
        .target(
            name: "TributaryTestSupport",
            dependencies: ["TributaryCore", "TributaryUndo", "TributaryComponents"],
            path: "Tests/TributaryTestSupport",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Inspected",
            dependencies: ["TributaryCore", "TributaryInspector", "TributaryJournal"],
            path: "Tests/Inspected",
            swiftSettings: settings
        ),
        .target(name: "AllocationCounter"),
        .executableTarget(
            name: "InspectorFigures",
            dependencies: ["AllocationCounter", "TributaryCore", "TributaryInspector"],
            path: "Tests/InspectorFigures",
            exclude: ["page.py"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "BareFigures",
            dependencies: ["AllocationCounter", "TributaryCore"],
            path: "Tests/BareFigures",
            exclude: ["page.py"],
            swiftSettings: settings + [.define("Bare")]
        ),
        .testTarget(
            name: "TributaryInspectorTests",
            dependencies: ["TributaryInspector", "TributaryJournal", "TributaryTestSupport"],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
cmp -s "$manifest" "$package/Package.swift" || cp "$manifest" "$package/Package.swift"
rm -f "$manifest"
printf '%s\n' "$package"
