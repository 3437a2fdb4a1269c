#!/usr/bin/env bash
# Runs all tests; takes the arguments of `swift test`. A summary that counts known issues fails, too: where a test
# expects a failure, it catches it and compares its text.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
swift test "$@" 2>&1 | tee "$log"
if grep -E '[0-9]+ known issue' "$log"; then
    printf 'The tests leave known issues.\n' >&2
    exit 1
fi
if find .build* -maxdepth 3 -name TributaryCore-tool.build -newer "$log" 2> /dev/null | grep .; then
    printf 'The core is compiled a second time, for the host: a test of this package depends on the macros. See Tests/Macros.\n' >&2
    exit 1
fi
