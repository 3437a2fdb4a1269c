#!/usr/bin/env bash
# All checks, in the order in which they are quickest to fail. Each can be run by itself.
set -euo pipefail
cd "$(dirname "$0")/.."
export TRIBUTARY_WARNINGS_AS_ERRORS=1

step() {
    printf '\n== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '== %s: %d s\n' "$*" $((SECONDS - start))
}

step Scripts/check-format.sh
step Scripts/check-size.sh
step Scripts/check-layers.sh
step Scripts/check-time-limits.sh
step Scripts/test.sh
step Scripts/check-type-checking.sh
step Scripts/check-compiler-messages.sh
step Scripts/check-undo-manager.sh
step Scripts/check-swiftui.sh
step Scripts/check-traits.sh
step Scripts/test.sh -c release
step Scripts/check-consumers.sh
step Scripts/check-benchmarks.sh
step Scripts/check-examples.sh
step Scripts/check-tic-tac-toe.sh
step Scripts/check-weather.sh
step Scripts/check-chat.sh
printf '\nAll checks passed.\n'
