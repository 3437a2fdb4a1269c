#!/usr/bin/env bash
# Makes packages of some of the library's targets, without the macros and the packages they need, which take most of a build.
# Sourced, in the root of the repository, by scripts that set `package` to the folder.
#
#   link FOLDER NAME…   the package has FOLDER/NAME of the repository at the same place
#   write_manifest      writes the manifest: what all of them have, and then the lines of Swift from the standard input. There
#                       `settings` are those of every target, and `addTesting()` and `addCluster(network:)` add what they say
root=$PWD
: "${package:?}"

link() {
    local folder=$1 name
    shift
    mkdir -p "$package/$folder"
    for name; do ln -sfn "$root/$folder/$name" "$package/$folder/$name"; done
}

write_manifest() {
    link Sources Tributary{Core,Undo,Components,Forms,Persistence,Log,Journal} CSQLite
    local manifest
    manifest=$(mktemp)
    {
        cat <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

var settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }
if Context.environment["TRIBUTARY_WARNINGS_AS_ERRORS"] != nil { settings.append(.treatAllWarnings(as: .error)) }

let sqlite: Target.Dependency = .target(name: "CSQLite", condition: .when(platforms: [.linux]))
let wings = ["Undo", "Components", "Forms", "Persistence", "Log"].map { "Tributary" + $0 }
let house: [Target.Dependency] = ["TributaryCore"] + wings.map { .byName(name: $0) }
let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    targets: wings.map { .target(name: $0, dependencies: ["TributaryCore"]) } + [
        .target(name: "TributaryCore"),
        .systemLibrary(name: "CSQLite"),
        .target(name: "TributaryJournal", dependencies: house + [sqlite]),
    ],
    swiftLanguageModes: [.v6]
)

@MainActor func addTesting() {
    package.dependencies += [
        .package(url: "https://github.com/pointfreeco/swift-custom-dump", from: "1.7.3"),
        .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.13.1"),
    ]
    package.targets.append(
        .target(
            name: "TributaryTesting",
            dependencies: house + [
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ]
        )
    )
}

@MainActor func addCluster(network: Bool) {
    var needs: [Target.Dependency] = ["TributaryCore", "TributaryLog", "TributaryJournal"]
    if network {
        package.dependencies += [
            .package(url: "https://github.com/apple/swift-nio", from: "2.86.0"),
            .package(url: "https://github.com/apple/swift-crypto", "3.12.0"..<"6.0.0"),
        ]
        needs += [
            .product(name: "NIOCore", package: "swift-nio"),
            .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "Crypto", package: "swift-crypto"),
        ]
        settings.append(.define("Cluster"))
    }
    package.targets.append(.target(name: "TributaryCluster", dependencies: needs))
}

MANIFEST
        cat
        cat <<'MANIFEST'

for target in package.targets where target.type != .system {
    target.swiftSettings = (target.swiftSettings ?? []) + settings
}
MANIFEST
    } > "$manifest"
    # A manifest that did not change is not evaluated again.
    cmp -s "$manifest" "$package/Package.swift" || cp "$manifest" "$package/Package.swift"
    rm -f "$manifest"
}
