#!/usr/bin/env bash
# What each scenario allocates per run, the bytes of each kind of store, the instructions of the scenarios that tell
# the story, and the size of the smallest program are no more than what Benchmarks/Thresholds says. All are the same on a busy
# machine as on an idle one, so this can be checked anywhere; times are for reading, side by side. What threads do together
# has no such figure: there it is the processor's time beside that of the same by hand, in hundredths.
#
#     Scripts/check-benchmarks.sh             compares
#     Scripts/check-benchmarks.sh --update    writes down what is counted now
#
# Instructions are counted by valgrind, and compared on the processor that the thresholds are for; where it is not
# installed, the script says that they were not compared.
set -euo pipefail
cd "$(dirname "$0")/../Benchmarks"
swift build -c release --product ScenarioRunner --quiet

# Compares what was counted with a file of thresholds.
#
#     check COUNTED UNIT TOLERANCE_IN_PER_CENT [--update]
check() {
    local counted=$1 thresholds=Thresholds/6.3/$2.txt
    if [ "${4:-}" = --update ]; then
        printf '%s\n' "$counted" | awk '$1 !~ "/by-hand" { print $1, $2 }' > "$thresholds"
        return
    fi
    printf '%s\n' "$counted" | awk -v thresholds="$thresholds" -v unit="$2" -v tolerance="$3" '
        BEGIN { while ((getline line < thresholds) > 0) { split(line, words, " "); limit[words[1]] = words[2] } }
        $1 ~ "/by-hand" { next }
        !($1 in limit) { print $1 ": there is no threshold for it"; failed = 1; next }
        $2 > limit[$1] * (1 + tolerance / 100) {
            print $1 ": " $2 " " unit ", the threshold is " limit[$1]; failed = 1
        }
        { seen += 1 }
        END { if (!seen) { print "No scenario ran."; failed = 1 } else print seen " " unit " compared."; exit failed }
    '
}
# Pinned to one processor, because how threads take turns decides how many of many effects wait at the same time, and how often one wakes
# another.
pinned() {
    if command -v taskset > /dev/null; then set -- taskset -c "$(taskset -cp $$ | grep -oE '[0-9]+$')" "$@"; fi
    "$@"
}
check "$(pinned .build/release/ScenarioRunner --allocations)" allocations 0 "${1:-}"
check "$(pinned .build/release/ScenarioRunner --memory)" bytes 0 "${1:-}"
check "$(pinned .build/release/ScenarioRunner --ratios \
    effect/at-once/10000 effect/start-and-cancel/10000 effect/main/at-once/10000 journal/burst/1000)" hundredths 50 "${1:-}"

# A program of the core alone, without its symbols.
# A plan that was made before a file went is not used.
swift build -c release --package-path ../Consumers/CoreOnly --disable-build-manifest-caching --quiet
strip -o .build/stripped "$(swift build -c release --package-path ../Consumers/CoreOnly --show-bin-path)/Consumer"
check "CoreOnly/stripped $(($(wc -c < .build/stripped) / 1000))" kilobytes 1 "${1:-}"

# One way through each part of the library. The few per cent are for the processor, by which the system's own copying of
# memory differs.
instructions=(
    send/flat send/flat/machine send/deep5 send/deep5/text send/deep5-from-leaf send/deep50
    breadth/none/1 breadth/none/100 breadth/last/100 breadth/asked/100 mounts/1000
    payload/optional/100 payload/enum/100 forEach/100
    read/untracked read/deep5-from-leaf observe/changed/1 observe/rows/1000 observe/on-action/1 observe/whole/1000000
    effect/follow-up effect/none-beside-one effect/beside/rows/1000
)
if [ "$(uname -m)" != x86_64 ]; then
    echo "Instructions were not compared: the thresholds are for x86_64, and this is $(uname -m)."
elif ! command -v valgrind > /dev/null; then
    echo "Instructions were not compared: valgrind, which counts them, is not installed."
else
    check "$(../Scripts/measure.sh instructions "${instructions[@]}")" instructions 4 "${1:-}"
fi

# The table of the README says what the thresholds say.
awk -F'|' '
    FILENAME != "README.md" { split($0, words, " "); limit[words[1]] = words[2]; next }
    /^\| `/ {
        split($2, words, "`")
        stated = $3
        gsub(/[ ,]/, "", stated)
        if (!(words[2] in limit) || stated !~ /^[0-9]+$/) next
        seen += 1
        if (stated != limit[words[2]]) {
            print "README.md: " words[2] " takes " limit[words[2]] " instructions, not " stated; failed = 1
        }
    }
    END { if (seen < 10) { print "README.md: " seen + 0 " instructions were found."; failed = 1 }; exit failed }
' Thresholds/6.3/instructions.txt README.md
