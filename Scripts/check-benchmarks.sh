#!/usr/bin/env bash
# What each scenario allocates per run is no more than what Benchmarks/Thresholds says. Allocations are the same on
# a busy machine as on an idle one, so this can be checked anywhere; times are for reading, side by side.
#
#     Scripts/check-benchmarks.sh             compares
#     Scripts/check-benchmarks.sh --update    writes down what is counted now
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
thresholds=Thresholds/6.3/allocations.txt
swift build -c release --product ScenarioRunner --quiet
counted=$(.build/release/ScenarioRunner --allocations)
if [ "${1:-}" = --update ]; then
    printf '%s\n' "$counted" > "$thresholds"
    exit
fi
printf '%s\n' "$counted" | awk -v thresholds="$thresholds" '
    BEGIN { while ((getline line < thresholds) > 0) { split(line, words, " "); limit[words[1]] = words[2] } }
    !($1 in limit) { print $1 ": no threshold is written down"; failed = 1; next }
    $2 > limit[$1] { print $1 ": " $2 " allocations per run, the threshold is " limit[$1]; failed = 1 }
    { seen += 1 }
    END { if (!seen) { print "No scenario ran."; failed = 1 } else print seen " scenarios compared."; exit failed }
'
