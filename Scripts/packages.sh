#!/usr/bin/env bash
# Makes packages of some of the library's targets, without the macros and the packages they need, which take most of a build.
# Sourced, in the root of the repository, by scripts that set `package` to the folder.
#
#   link FOLDER NAME…   the package has FOLDER/NAME of the repository at the same place
#   write_manifest      writes the manifest: what all of them have, and then the lines of Swift from the standard input. There
#                       `settings` are those of every target, and `addTesting()` and `addCluster()` add what they say
root=$PWD
: "${package:?}"

link() {
    local folder=$1 name
    shift
    mkdir -p "$package/$folder"
    for name; do ln -sfn "$root/$folder/$name" "$package/$folder/$name"; done
}

write_manifest() {
    link Sources TributaryCore TributaryUndo TributaryComponents TributaryLog TributaryJournal CSQLite
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
let package = Package(
    name: "tributary",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2), .macCatalyst(.v18)],
    targets: [
        .target(name: "TributaryCore"),
        .target(name: "TributaryUndo", dependencies: ["TributaryCore"]),
        .target(name: "TributaryComponents", dependencies: ["TributaryCore"]),
        .target(name: "TributaryLog", dependencies: ["TributaryCore"]),
        .systemLibrary(name: "CSQLite"),
        .target(name: "TributaryJournal", dependencies: ["TributaryCore", "TributaryUndo", "TributaryLog", sqlite]),
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
            dependencies: [
                "TributaryCore", "TributaryUndo", "TributaryComponents", "TributaryLog",
                .product(name: "CustomDump", package: "swift-custom-dump"),
                .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
                .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
            ]
        )
    )
}

@MainActor func addCluster() {
    package.targets.append(
        .target(name: "TributaryCluster", dependencies: ["TributaryCore", "TributaryLog", "TributaryJournal"])
    )
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
