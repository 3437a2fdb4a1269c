#!/usr/bin/env bash
# Runs the tests of effects many times in one process, until one has another outcome than before.
#
#   Scripts/repeat-tests.sh [count] [filter]
#
# 10,000 times unless told otherwise, some minutes; the tests of TributaryTesting unless told otherwise. The tests of
# effects in the core: Scripts/repeat-tests.sh 1000 'TributaryCoreTests.*(Effect|Feedback|StoreActor|Lifetime|Release)'
#
# Left out are the two tests that are long by themselves: 720 orders, and 100,000 steps on a clock without end.
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-10000}
filter=${2:-TributaryTestingTests}
swift build --build-tests >&2
binary=$(swift build --show-bin-path)/tributaryPackageTests.xctest
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Known issues are the failures that the tests expect: what matters is the last line, and what failed.
"$binary" --testing-library swift-testing --filter "$filter" --skip sixEffects --skip restless \
    --repetitions "$count" --repeat-until fail 2>&1 | grep -E '✘|Iteration [0-9]+ ended|Test run with' \
    | tail -n 200 >"$log" || true
grep -E '✘' "$log" >&2 && exit 1
tail -n 2 "$log"
grep -qE "Iteration $count ended" "$log"
