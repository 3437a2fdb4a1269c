#!/usr/bin/env bash
# The quick checks, for every change: what can be told without the macros and the packages they need. `--all` adds the
# rest, which has to be green before anything lands. In the order in which they are quickest to fail, and each can be run
# by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_WARNINGS_AS_ERRORS=1

case ${1:-} in
"") all=false ;;
--all) all=true ;;
*) echo "usage: Scripts/check.sh [--all]" >&2; exit 2 ;;
esac

step() {
    printf '\n== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '== %s: %d s\n' "$*" $((SECONDS - start))
}

step Scripts/check-size.sh
step Scripts/check-time-limits.sh
step python3 Scripts/mutations.py check
step Scripts/check-format.sh
step Scripts/check-floors.sh
step Scripts/test-core.sh
step Scripts/check-documentation.sh
if ! $all; then
    printf '\nThe quick checks passed in %d s; Scripts/check.sh --all does the others.\n' "$SECONDS"
    exit
fi
step Scripts/check-type-checking.sh
step Scripts/check-undo-manager.sh
step Scripts/check-swiftui.sh
step Scripts/check-api.sh
step Scripts/check-availability.sh
step Scripts/check-other-platforms.sh
step Scripts/check-compiler-messages.sh
step Scripts/test.sh
step Scripts/check-benchmarks.sh
step Scripts/test.sh -c release
step Scripts/check-examples.sh
step Scripts/check-tic-tac-toe.sh
step Scripts/check-weather.sh
step Scripts/check-chat.sh
step Scripts/check-traits.sh
step Scripts/check-consumers.sh
printf '\nAll checks passed.\n'
