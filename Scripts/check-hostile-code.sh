#!/usr/bin/env bash
# Lets random code misuse a store in all callbacks at once, each seed in a process of its own: law 14 on a larger scale than in
# the tests.
#
#   Scripts/check-hostile-code.sh [seeds] [first]
#
# 500 seeds unless told otherwise, some minutes. A single seed runs in the process of the tests, where the report of the runtime
# says where it stopped.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_HOSTILE_SEEDS=${1:-500} TRIBUTARY_HOSTILE_SEED=${2:-0}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
Scripts/test-core.sh --filter HostileMixtureLawTests >"$log" 2>&1 || true
if [ "$TRIBUTARY_HOSTILE_SEEDS" = 1 ]; then grep -E '✘|Fatal|Simultaneous|Crash| at /' "$log" || true; fi
grep -E '✘.*seed →' "$log" || true
grep -E 'Test run with' "$log" | tail -n 1
grep -qE '✔ Test run with 1 test ' "$log"
