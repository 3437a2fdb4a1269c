#!/usr/bin/env bash
# Checks three models with `check` and with Spin (Debian's package `spin`, and a C compiler), in release, and prints both. Fails if
# they find different numbers of situations.
#
#     Scripts/compare-spin.sh [MODEL:SIZE …]       independent:16 flight:6 state:7 by default
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(Scripts/testing-package.sh)
[ "$#" -gt 0 ] || set -- independent:16 flight:6 state:7
swift build -c release --package-path "$package" --product CheckFigures >&2
figures=$(swift build -c release --package-path "$package" --show-bin-path)/CheckFigures
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
for model; do
    name=${model%:*} size=${model#*:}
    ours=$("$figures" "$name" "$size")
    python3 Scripts/promela.py "$name" "$size" > "$folder/model.pml"
    (cd "$folder" && spin -a model.pml > /dev/null && cc -O2 -DSAFETY -DNOREDUCE -o pan pan.c 2> /dev/null)
    spins=$(cd "$folder" && { time -p ./pan -m10000000 -w24; } 2>&1)
    count=$(awk '/states, stored/ { print $1 }' <<< "$spins")
    echo "$name of $size: check: $ours"
    echo "$name of $size: spin:  $count situations, $(awk '/transitions/ { print $1 }' <<< "$spins") steps in \
$(awk '$1 == "user" { print $2 }' <<< "$spins") s"
    [ "${ours%% *}" = "$count" ] || { echo "$name of $size: the numbers differ" >&2; status=1; }
done
exit $status
