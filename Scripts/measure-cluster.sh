#!/usr/bin/env bash
# What a node takes to take over 10,000 rooms of a node that is dead, and what 100,000 passive rooms take of its memory, beside the servers of
# Scripts/with-postgres.sh; needs Linux for the latter.
set -euo pipefail
cd "$(dirname "$0")/.."
TRIBUTARY_CLUSTER_SERVERS=figures Scripts/with-postgres.sh swift test -c release -Xswiftc -enable-testing \
    --traits Postgres --filter ClusterFigures
