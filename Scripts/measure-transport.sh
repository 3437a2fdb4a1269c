#!/usr/bin/env bash
# What a question of one node to another takes over NIOTransport: allocations, processor and time; counted on Linux with glibc.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
package=$root/.build/transport-figures
mkdir -p "$package/Sources"
for target in TributaryCore TributaryLog TributaryJournal TributaryCluster CSQLite; do
    ln -sfn "$root/Sources/$target" "$package/Sources/$target"
done
ln -sfn "$root/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
ln -sfn "$root/Benchmarks/Transport" "$package/Sources/Transport"
cat > "$package/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] =
    ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map { .enableUpcomingFeature($0) }
    + [.define("Cluster")]

let package = Package(
    name: "figures",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
        .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"6.0.0"),
    ],
    targets: [
        .target(name: "TributaryCore", swiftSettings: settings),
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
            dependencies: [
                "TributaryCore", "TributaryLog", "TributaryJournal",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .target(name: "AllocationCounter"),
        .executableTarget(name: "Transport", dependencies: ["AllocationCounter", "TributaryCluster"]),
    ],
    swiftLanguageModes: [.v6]
)
MANIFEST
build=(swift build -c release --package-path "$package" --product Transport -Xswiftc -enable-testing)
"${build[@]}" > "$package/told" 2>&1 || { cat "$package/told" >&2; exit 1; }
"$("${build[@]}" --show-bin-path)/Transport"
