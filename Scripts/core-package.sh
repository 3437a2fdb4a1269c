#!/usr/bin/env bash
# Writes a package of the core and its tests alone, without the macros and the packages they need, and prints its
# folder. A change of the core is tested in a minute instead of five. `Scripts/test-core.sh` runs its tests.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/core}
source Scripts/packages.sh
link Sources TributaryPresenting TributaryCluster
link Tests TributaryCoreTests TributaryUndoTests TributaryComponentsTests TributaryLogTests TributaryJournalTests \
    TributaryClusterTests TributaryTestSupport Crashing JournalFigures TracingFiles
write_manifest <<'MANIFEST'
addCluster(network: false)
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
printf '%s\n' "$package"
