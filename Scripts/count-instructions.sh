#!/usr/bin/env bash
# Instructions per run of a scenario, counted by callgrind: the same on a busy machine as on an idle one.
#
#     Scripts/count-instructions.sh send/flat send/deep5 …
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
command -v valgrind >/dev/null || { echo "valgrind is not installed." >&2; exit 1; }
swift build -c release --product ScenarioRunner --quiet
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null .build/release/ScenarioRunner --count "$1" "$2" 2>&1 \
        | awk '/Collected/ { print $4 }'
}
for scenario in "$@"; do
    # Each count is run twice, once to warm up; the difference of two counts leaves out what is done once.
    more=10000
    # Other threads begin effects once, and take now more for it, now less: told by more runs, that is little.
    case $scenario in effect/*) more=100000 ;; esac
    few=$(count 5000 "$scenario")
    many=$(count $((5000 + more)) "$scenario")
    printf '%-34s %8d instructions\n' "$scenario" $(((many - few) / (2 * more)))
done
