#!/usr/bin/env bash
# Writes a package of the cluster, the log in PostgreSQL and their tests, with what the trait brings, without the macros and the
# packages they need, and prints its folder. Scripts/check-mutations.sh runs its tests beside real servers.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/cluster}
source Scripts/packages.sh
link Sources TributaryTesting TributaryPostgres TributaryCluster CPostgres
link Tests TributaryPostgresTests TributaryClusterTests History
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
    .executableTarget(
        name: "History",
        dependencies: ["TributaryCluster", "TributaryPostgres"],
        path: "Tests/History",
        exclude: ["history.py"]
    ),
    .testTarget(
        name: "TributaryClusterTests",
        dependencies: [
            "TributaryCluster", "TributaryJournal", "TributaryPostgres", "TributaryTesting",
        ]
    ),
]
MANIFEST
printf '%s\n' "$package"
