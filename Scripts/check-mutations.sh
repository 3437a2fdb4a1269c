#!/usr/bin/env bash
# Breaks the core, the inspector, the adapters for servers, and the log in PostgreSQL in the ways that
# Scripts/mutations.txt states, one at a time, and expects a test to notice each. Words as arguments choose mutations by their
# file or sentence. All of a package are compiled into one build, each behind a switch.
set -euo pipefail
cd "$(dirname "$0")/.."
names=$(python3 Scripts/mutations.py packages "$@")
[ -n "$names" ] || { echo "No mutation has such a word." >&2; exit 1; }
failed=0
for name in $names; do
    package=$(Scripts/packages.sh "$name" "$PWD/.build/mutations-$name")
    mkdir -p "$package/mutated"
    python3 Scripts/mutations.py write "$name" "$package/mutated"
    for target in "$package/mutated"/*; do ln -sfn "$target" "$package/Sources/${target##*/}"; done
    swift build --quiet --package-path "$package" --build-tests
    tests=$(swift build --package-path "$package" --build-tests --show-bin-path)/tributaryPackageTests.xctest
    if [ "$name" = cluster ]; then
        # One at a time, as some tests change what a server does; and without the one that kills a server, which is there once.
        TRIBUTARY_MUTATION_RUNS=1 Scripts/with-postgres.sh env -u TRIBUTARY_POSTGRES_FAILOVER \
            python3 Scripts/mutations.py run "$name" "$tests" "$@" || failed=1
        continue
    fi
    python3 Scripts/mutations.py run "$name" "$tests" "$@" || failed=1
done
exit $failed
