#!/usr/bin/env bash
# What an inspector costs a store of the main actor: a send where it is not linked, where it is and looks at nothing, where it
# looked and ended, where it looks, and where a page follows; and the bytes of each action that is kept. Instructions are counted
# by valgrind, the same on a busy machine as on an idle one; times are processor time, to be compared within one run.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v valgrind > /dev/null || { echo "valgrind, which counts instructions, is not installed." >&2; exit 1; }
package=$(Scripts/inspector-package.sh)
for product in BareFigures InspectorFigures; do swift build --package-path "$package" -c release --product $product --quiet; done
folder=$(swift build --package-path "$package" -c release --show-bin-path)

instructions() {
    local count=20000
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*sendActions*' "$folder/$1" "$2" --count $count 2>&1 \
        | awk -v count=$count '/Collected/ { print int($4 / count + 0.5) }'
}
value() { awk -v name="$1" '$1 == name { print $2 }' <<< "$2"; }
line() { printf '%-28s %13s %13s %13s\n' "$@"; }

line "a send" instructions nanoseconds allocations
for way in "BareFigures none not linked" "InspectorFigures none linked, looks at nothing" \
    "InspectorFigures ended looked, and ended" "InspectorFigures attached looks, no page"; do
    read -r program name title <<< "$way"
    measured=$("$folder/$program" "$name")
    # Below valgrind the stack cannot be read as the inspector reads it.
    [ "$name" = attached ] && counted=- || counted=$(instructions "$program" "$name")
    line "$title" "$counted" "$(printf %.1f "$(value nanoseconds "$measured")")" \
        "$(printf %.3f "$(value allocations "$measured")")"
done
watched=$(python3 Tests/InspectorFigures/page.py "$folder/InspectorFigures" watched)
line "looks, a page follows" - "$(printf %.1f "$(value nanoseconds "$watched")")" -
awk -v actions="$(value actions "$watched")" -v pictures="$(value pictures "$watched")" -v otherwise="$(value otherwise "$watched")" 'BEGIN {
    if (pictures == 0) { print "The page got no picture."; exit 1 }
    printf "\nThe page got %d pictures in 5 s, of %d actions; the main actor took %.2f ms for each.\n", pictures, actions, otherwise / pictures
}'
for count in 1000 10000 99000 1000000; do
    echo "$("$folder/InspectorFigures" attached --kept $count) bytes an action after $count more"
done
