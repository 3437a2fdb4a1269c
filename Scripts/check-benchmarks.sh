#!/usr/bin/env bash
# What each scenario allocates per run, and the bytes of each kind of store, are no more than what
# Benchmarks/Thresholds says. Both are the same on a busy machine as on an idle one, so this can be checked
# anywhere; times are for reading, side by side.
#
#     Scripts/check-benchmarks.sh             compares
#     Scripts/check-benchmarks.sh --update    writes down what is counted now
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
swift build -c release --product ScenarioRunner --quiet

# Compares what the runner prints when it is given an option with a file of thresholds.
check() {
    local thresholds=Thresholds/6.3/$2.txt counted
    counted=$(.build/release/ScenarioRunner "$1")
    if [ "${3:-}" = --update ]; then
        printf '%s\n' "$counted" > "$thresholds"
        return
    fi
    printf '%s\n' "$counted" | awk -v thresholds="$thresholds" -v unit="$2" '
        BEGIN { while ((getline line < thresholds) > 0) { split(line, words, " "); limit[words[1]] = words[2] } }
        $1 ~ "/by-hand" { next }
        !($1 in limit) { print $1 ": there is no threshold for it"; failed = 1; next }
        $2 > limit[$1] { print $1 ": " $2 " " unit ", the threshold is " limit[$1]; failed = 1 }
        { seen += 1 }
        END { if (!seen) { print "No scenario ran."; failed = 1 } else print seen " " unit " compared."; exit failed }
    '
}
check --allocations allocations "${1:-}"
check --memory bytes "${1:-}"
