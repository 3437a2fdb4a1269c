#!/usr/bin/env bash
# No file is longer than 300 lines, so that each can be read in one sitting; what a script writes is not read.
set -euo pipefail
cd "$(dirname "$0")/.."
too_long=$(git ls-files -z '*.swift' '*.js' '*.css' ':!*/EmbeddedPage.swift' | xargs -0 wc -l | awk '$2 != "total" && $1 > 300 { print $2 ": " $1 " lines" }')
if [ -n "$too_long" ]; then
    printf 'Longer than 300 lines; split by role:\n%s\n' "$too_long" >&2
    exit 1
fi
