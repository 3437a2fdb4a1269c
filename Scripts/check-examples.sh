#!/usr/bin/env bash
# The examples build, pass their tests, and do what the README says.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --package-path Examples
swift test --package-path Examples

feed=Examples/Newsroom/Newsroom/Resources/confluence.xml
newsroom() { swift run --package-path Examples --skip-build newsroom --journal none "$@"; }

session='load\nopen 1\nlogin Ada\nopen 2\nlogout\nquit\n'
composed=$(printf "$session" | newsroom --attach composed "$feed")
for way in separate mounted mirrored; do
    other=$(printf "$session" | newsroom --attach "$way" "$feed")
    if [ "$composed" != "$other" ]; then
        printf 'News attached %s gives another transcript than composed:\n' "$way" >&2
        diff <(printf '%s\n' "$composed") <(printf '%s\n' "$other") >&2 || true
        exit 1
    fi
done
# The titles of the feed, and the opened article, are what the program is for.
title=$(grep -m2 -o '<title>[^<]*' "$feed" | tail -1 | sed 's/<title>//')
grep -qF "1. $title" <<< "$composed" || { echo "The transcript has no list of titles." >&2; exit 1; }
[ "$(printf '%s\n' "$composed" | grep -cF "$title")" -ge 2 ] || { echo "Article 1 was not opened." >&2; exit 1; }
# A script that failed somewhere says so by its status.
if missing=$(printf 'load\nquit\n' | newsroom /nowhere/feed.xml); then
    echo "A script that failed ends as one that did not." >&2
    exit 1
fi
grep -qi 'no such file\|no file' <<< "$missing" || { echo "A missing file is not told." >&2; exit 1; }
echo "Newsroom: all four ways to attach give the same transcript."
