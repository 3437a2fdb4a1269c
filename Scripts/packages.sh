#!/usr/bin/env bash
# Makes packages of some of the library's targets, without the macros and the packages they need, which take most of a build. A change
# of the core is tested in a minute instead of five.
#
#   packages.sh NAME [FOLDER]   writes the package of this name, and prints its folder, by default .build/NAME
#
# `swift test --package-path "$(Scripts/packages.sh NAME)"` runs its tests; for the core, `Scripts/check.sh core` does.
#
#   core        the core, its wings, the journal, the cluster, and their tests
#   inspector   the inspector, as with its trait, `tributary-mcp`, their tests, and programs to try and measure them with
#   server      the adapters for servers, with all their traits, and their tests
#   cluster     the cluster, the log in PostgreSQL, as with their traits, and their tests, which need the servers of with-postgres.sh
#   testing     TributaryTesting, the tests of `check`, and a program to measure it with
#
# Sourced, in the root of the repository, by scripts that set `package` to the folder, it only provides its functions:
#
#   link FOLDER NAME…   the package has FOLDER/NAME of the repository at the same place
#   write_manifest      writes the manifest: what all of them have, and then the lines of Swift from the standard input. There
#                       `settings` are those of every target, and `addTesting()` and `addCluster()` add what they say
set -euo pipefail
if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    cd "$(dirname "$0")/.."
    package=${2:-$PWD/.build/${1:?Which package?}}
fi
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

core() {
    link Sources TributaryPresenting TributaryCluster
    link Tests TributaryCoreTests TributaryUndoTests TributaryComponentsTests TributaryLogTests TributaryJournalTests \
        TributaryClusterTests TributaryTestSupport Crashing JournalFigures TracingFiles
    write_manifest <<'MANIFEST'
addCluster()
package.targets += [
    .target(name: "TributaryPresenting"),
    .target(name: "TributaryTestSupport", dependencies: house, path: "Tests/TributaryTestSupport"),
    .testTarget(name: "TributaryCoreTests", dependencies: house + ["TributaryPresenting", "TributaryTestSupport"]),
    .testTarget(name: "TributaryUndoTests", dependencies: ["TributaryUndo", "TributaryForms", "TributaryTestSupport"]),
    .testTarget(name: "TributaryComponentsTests", dependencies: ["TributaryComponents", "TributaryTestSupport"]),
    .testTarget(name: "TributaryLogTests", dependencies: ["TributaryLog", "TributaryForms"]),
    .target(
        name: "TracingFiles",
        dependencies: [sqlite],
        path: "Tests/TracingFiles",
        linkerSettings: [.linkedLibrary("sqlite3")]
    ),
    .testTarget(
        name: "TributaryJournalTests",
        dependencies: ["TributaryJournal", "TributaryForms", "TributaryUndo", "TributaryTestSupport", "TracingFiles"]
    ),
    // Without those of its tests that need TributaryTesting.
    .testTarget(name: "TributaryClusterTests", dependencies: ["TributaryCluster"], exclude: ["Running"]),
    .executableTarget(
        name: "Crashing",
        dependencies: ["TributaryJournal", "TributaryTestSupport"],
        path: "Tests/Crashing"
    ),
    .executableTarget(name: "JournalFigures", dependencies: ["TributaryJournal"], path: "Tests/JournalFigures"),
]
MANIFEST
}

inspector() {
    link Sources TributaryInspector QuestionCommand QuestionProgram
    link Tests TributaryInspectorTests TributaryTestSupport Inspected InspectorFigures QuestionCommandTests DocumentationTests
    ln -sfn "$root/Benchmarks/Sources/AllocationCounter" "$package/Sources/AllocationCounter"
    # The same program once more, which is built without the inspector.
    ln -sfn "$root/Tests/InspectorFigures" "$package/Tests/BareFigures"
    write_manifest <<'MANIFEST'
settings.append(.define("Inspector"))
package.dependencies.append(.package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"))
package.targets += [
    .target(
        name: "TributaryInspector",
        dependencies: [
            "TributaryCore", "TributaryLog", .product(name: "FlyingFox", package: "FlyingFox"),
            .product(name: "FlyingSocks", package: "FlyingFox"),
        ],
        exclude: ["Page"]
    ),
    .target(name: "TributaryTestSupport", dependencies: house, path: "Tests/TributaryTestSupport"),
    .executableTarget(name: "tributary-mcp", dependencies: ["QuestionCommand"], path: "Sources/QuestionProgram"),
    .target(name: "QuestionCommand", dependencies: ["TributaryInspector", "TributaryJournal"]),
    .executableTarget(
        name: "Inspected",
        dependencies: ["TributaryCore", "TributaryInspector", "TributaryJournal", "TributaryLog"],
        path: "Tests/Inspected"
    ),
    .target(name: "AllocationCounter"),
    .executableTarget(
        name: "InspectorFigures",
        dependencies: ["AllocationCounter", "TributaryCore", "TributaryInspector"],
        path: "Tests/InspectorFigures",
        exclude: ["page.py"]
    ),
    .executableTarget(
        name: "BareFigures",
        dependencies: ["AllocationCounter", "TributaryCore"],
        path: "Tests/BareFigures",
        exclude: ["page.py"],
        swiftSettings: [.define("Bare")]
    ),
    .testTarget(
        name: "TributaryInspectorTests",
        dependencies: ["TributaryInspector", "TributaryJournal", "TributaryTestSupport"]
    ),
    // The code of the article on questions, which needs the inspector.
    .target(
        name: "QuestionsExample",
        dependencies: ["TributaryCore", "TributaryInspector", "TributaryJournal"],
        path: "Tests/DocumentationTests",
        sources: ["AskingTheLogExample.swift"]
    ),
    .testTarget(
        name: "QuestionCommandTests",
        dependencies: ["QuestionCommand", "TributaryInspector", "TributaryJournal", "TributaryTestSupport"]
    ),
]
MANIFEST
}

server() {
    link Sources TributaryCluster TributaryTesting TributaryServer
    link Tests TributaryServerTests
    write_manifest <<'MANIFEST'
let traits: [SwiftSetting] = [.define("Server")]

addTesting()
addCluster()
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
}

cluster() {
    link Sources TributaryTesting TributaryPostgres TributaryCluster CPostgres
    link Tests TributaryPostgresTests TributaryClusterTests
    write_manifest <<'MANIFEST'
settings.append(.define("Postgres"))
addTesting()
addCluster()
package.targets += [
    .systemLibrary(name: "CPostgres"),
    .target(name: "TributaryPostgres", dependencies: ["TributaryLog", "CPostgres"]),
    .testTarget(
        name: "TributaryPostgresTests",
        dependencies: ["TributaryPostgres", "TributaryJournal", "TributaryTesting"]
    ),
    .testTarget(
        name: "TributaryClusterTests",
        dependencies: [
            "TributaryCluster", "TributaryJournal", "TributaryPostgres", "TributaryTesting",
        ]
    ),
]
MANIFEST
}

testing() {
    link Sources TributaryTesting
    link Tests/CheckFigures main.swift
    link Tests/TributaryTestingTests Checking
    tests=$root/Tests/TributaryTestingTests
    # The figures are of the features that the tests check.
    ln -sfn "$tests"/Checking/{CheckedFeatures,Accounts}.swift "$package/Tests/CheckFigures"
    ln -sfn "$tests/Features/Failures.swift" "$package/Tests/TributaryTestingTests/Failures.swift"
    # The tests import Tributary, of which they use only what is in the core.
    mkdir -p "$package/Sources/Tributary"
    echo '@_exported public import TributaryCore' > "$package/Sources/Tributary/Exports.swift"
    write_manifest <<'MANIFEST'
addTesting()
package.targets += [
    .target(name: "Tributary", dependencies: ["TributaryCore"]),
    .executableTarget(name: "CheckFigures", dependencies: ["Tributary", "TributaryLog", "TributaryTesting"], path: "Tests/CheckFigures"),
    .testTarget(name: "TributaryTestingTests", dependencies: ["Tributary", "TributaryJournal", "TributaryTesting"]),
]
MANIFEST
}

[ "${BASH_SOURCE[0]}" = "$0" ] || return 0
case $1 in
core | inspector | server | cluster | testing) "$1" ;;
*) echo "There is no package $1." >&2; exit 2 ;;
esac
printf '%s\n' "$package"
