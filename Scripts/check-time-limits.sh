#!/usr/bin/env bash
# Every suite limits the time of its tests, so that one that waits for ever fails, and is named. Half an hour: on a
# machine with twenty times as much to do as it has processors, the whole run takes less.
set -euo pipefail
cd "$(dirname "$0")/.."
suites=$(git ls-files -z 'Tests/*.swift' 'Examples/Tests/*.swift' | xargs -0 grep -lE '^ *@Test' \
    | xargs grep -lE '^(package |final |private |@MainActor )*(struct|class|actor|enum) ')
missing=$(printf '%s\n' "$suites" | xargs grep -LzP '@Suite\([^{]*timeLimit\(' || true)
if [ -n "$missing" ]; then
    printf 'Suites without a limit; write @Suite(.timeLimit(.minutes(30))):\n%s\n' "$missing" >&2
    exit 1
fi
