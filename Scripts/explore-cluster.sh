#!/usr/bin/env bash
# Runs the model of the cluster's protocol, in release, until it has made so many steps or something did not hold: then it prints
# the run made smaller, as it can be written into a test.
#
#   Scripts/explore-cluster.sh [steps] [first seed]
#
# A million steps from a seed of the clock unless told otherwise, a minute. A seed that fails is run again with
# `Scripts/explore-cluster.sh 400 SEED`.
set -euo pipefail
cd "$(dirname "$0")/.."
steps=${1:-1000000}
seed=${2:-$(date +%s)}
# As many as ClusterModelTests makes in a run.
length=400
echo "From seed $seed on" >&2
TRIBUTARY_CLUSTER_RUNS=$(((steps + length - 1) / length)) TRIBUTARY_CLUSTER_SEED=$seed \
    swift test --package-path "$(Scripts/core-package.sh)" -c release -Xswiftc -enable-testing \
    --filter ClusterModelTests/keepsPromises
