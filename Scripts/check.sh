#!/usr/bin/env bash
# The quick checks, for every change: what can be told without the macros and the packages they need. `--all` adds the
# rest, which has to be green before anything lands. In the order in which they are quickest to fail, and each can be run
# by itself. `--part NAME` runs one part, as the workflows do on machines of their own.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_WARNINGS_AS_ERRORS=1
parts="quick package platforms release examples inspector consumers"

case "$#:${1:-}" in
0:) chosen=quick ;;
1:--all) chosen=$parts ;;
2:--part) chosen=$2 ;;
*) echo "usage: Scripts/check.sh [--all | --part NAME], where the names are: $parts" >&2; exit 2 ;;
esac

step() {
    printf '\n== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '== %s: %d s\n' "$*" $((SECONDS - start))
}

for part in $chosen; do
    case $part in
    quick)
        step Scripts/check-size.sh
        step Scripts/measure-house.sh --check
        step Scripts/check-words.sh
        step Scripts/check-scripts.sh
        step Scripts/embed-page.sh --check
        step Scripts/check-time-limits.sh
        step python3 Scripts/mutations.py check
        step Scripts/check-format.sh
        step Scripts/check-floors.sh
        step Scripts/test-core.sh
        step Scripts/check-journal.sh
        step Scripts/check-documentation.sh
        ;;
    package)
        step Scripts/check-compiler.sh
        step Scripts/check-swiftui.sh
        step Scripts/test.sh
        ;;
    platforms)
        step Scripts/check-api.sh
        step Scripts/check-platforms.sh
        ;;
    release)
        step Scripts/check-benchmarks.sh
        step Scripts/test.sh -c release
        ;;
    examples)
        step Scripts/check-examples.sh
        step env NEWSROOM=Examples/.build/debug/newsroom Scripts/check-mcp.sh Newsroom
        step Scripts/check-chat-cluster.sh
        ;;
    inspector)
        step Scripts/test-inspector.sh
        step Scripts/check-inspector.sh
        step Scripts/check-mcp.sh
        ;;
    consumers)
        step Scripts/check-traits.sh
        step Scripts/check-consumers.sh
        ;;
    *) echo "There is no part $part; the parts are: $parts" >&2; exit 2 ;;
    esac
done
case $chosen in
quick) printf '\nThe quick checks passed in %d s; Scripts/check.sh --all does the others.\n' "$SECONDS" ;;
"$parts") printf '\nAll checks passed.\n' ;;
*) printf '\nThe part %s passed in %d s.\n' "$chosen" "$SECONDS" ;;
esac
