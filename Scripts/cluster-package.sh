#!/usr/bin/env bash
# Writes a package of the cluster, the log in PostgreSQL and their tests, with what their traits bring, without the macros and the
# packages they need, and prints its folder. Scripts/check-mutations.sh runs its tests beside real servers.
set -euo pipefail
cd "$(dirname "$0")/.."
package=${1:-$PWD/.build/cluster}
source Scripts/packages.sh
link Sources TributaryTesting TributaryPostgres TributaryCluster CPostgres
link Tests TributaryPostgresTests TributaryClusterTests
write_manifest <<'MANIFEST'
settings.append(.define("Postgres"))
addTesting()
addCluster(network: true)
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
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ]
    ),
]
MANIFEST
printf '%s\n' "$package"
