#!/usr/bin/env bash
# No Swift file is longer than 600 lines, and no other file of a program longer than 300, so that each can be read in one
# sitting. Files that a script writes do not count.
set -euo pipefail
cd "$(dirname "$0")/.."
too_long=$(git ls-files -z '*.swift' '*.js' '*.css' ':!*/EmbeddedPage.swift' | xargs -0 wc -l | awk '$2 != "total" && $1 > ($2 ~ /\.swift$/ ? 600 : 300) { print $2 ": " $1 " lines" }')
if [ -n "$too_long" ]; then
    printf 'Longer than 600 lines of Swift, or 300 of anything else; split by role:\n%s\n' "$too_long" >&2
    exit 1
fi
