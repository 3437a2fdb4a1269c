#!/usr/bin/env bash
# The quick checks, for every change: they need neither the macros nor the packages of the macros. `--all` runs all checks, which have to
# pass before anything lands. `--part NAME` runs one part, as the workflows do on machines of their own. Each step also runs by itself.
#
# With `--all`, the inspector's page is measured first and alone, and histories of a cluster last. In between, two lanes of parts run side
# by side, because half of the steps keep only one processor busy. No folder is built by both. After a failure, the other lane stops at
# the end of its step. Each line of output begins with its lane.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_WARNINGS_AS_ERRORS=1
first_lane="sources package consumers platforms"
second_lane="release examples"
parts="quick inspector history $first_lane $second_lane"

step() {
    [ ! -e "${stop:-}" ] || { echo "Stopped, because the other lane failed."; exit 1; }
    printf '\n== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '== %s: %d s\n' "$*" $((SECONDS - start))
}

run() {
    case $1 in
    # Without the tests of the core: the part `package` runs them, too.
    sources)
        step Scripts/sources.py
        step python3 Scripts/mutations.py check
        step Scripts/check-floors.sh
        step Scripts/explore.sh kills
        step Scripts/check-documentation.sh
        ;;
    quick)
        run sources
        step Scripts/test-core.sh
        ;;
    package)
        step Scripts/check-compiler.sh
        step Scripts/check-swiftui.sh
        step Scripts/test.sh
        step Scripts/test.sh --package-path Tests/Macros
        ;;
    platforms)
        step Scripts/check-api.sh
        step Scripts/check-platforms.sh
        ;;
    release)
        step Scripts/check-benchmarks.sh
        step Scripts/check-traits.sh
        ;;
    examples)
        step Scripts/check-examples.sh
        step Scripts/check-chat-cluster.sh
        step env NEWSROOM=Examples/.build/debug/newsroom Scripts/check-mcp.sh
        ;;
    inspector) step Scripts/check-inspector.sh ;;
    consumers) step Scripts/check-consumers.sh ;;
    history) step Scripts/explore.sh history 2 ;;
    *) echo "There is no part $1; the parts are: $parts" >&2; exit 2 ;;
    esac
}

# Runs parts, and begins each line that they print with a name.
lane() {
    local name=$1 part
    shift
    (
        trap '[ $? = 0 ] || touch "$stop"' EXIT
        for part; do run "$part"; done
    ) 2>&1 | sed -u "s/^/$name| /"
}

case "$#:${1:-}" in
0:)
    run quick
    printf '\nThe quick checks passed in %d s; Scripts/check.sh --all does the others.\n' "$SECONDS"
    ;;
1:--all)
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    stop=$work/stop
    run inspector
    # shellcheck disable=SC2086
    lane 1 $first_lane &
    first=$!
    # shellcheck disable=SC2086
    lane 2 $second_lane &
    failed=0
    wait $first || failed=1
    wait $! || failed=1
    [ $failed = 0 ] || { printf '\nA check failed after %d s.\n' "$SECONDS" >&2; exit 1; }
    # Alone, because it measures how long stores are not reached; with what check-traits.sh has built.
    TRIBUTARY_BUILT=$PWD/.build/release-tests/release run history
    printf '\nAll checks passed in %d s.\n' "$SECONDS"
    ;;
2:--part)
    run "$2"
    printf '\nThe part %s passed in %d s.\n' "$2" "$SECONDS"
    ;;
*) echo "usage: Scripts/check.sh [--all | --part NAME], where the names are: $parts" >&2; exit 2 ;;
esac
